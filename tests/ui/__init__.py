"""The full screen, driven through a pipe and read back with a terminal emulator."""
