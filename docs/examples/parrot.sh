#!/bin/sh
# A bot in any language: lines in, lines out. This one takes the last move it is offered. See docs/writing-a-bot.md.
while read -r word rest; do
    case "$word" in
        tortuga-bot) echo "id parrot.sh"; echo "ready" ;;
        move) last="$rest" ;;
        go) echo "best $last" ;;
        quit) exit 0 ;;
    esac
done
