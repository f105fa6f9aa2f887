"""The rules: start with `state.py`, then `machine.py`. Ruling numbers (B-1 ...): docs/rules/tortuga1667.md."""
