#!/usr/bin/env bash
# Makes the pictures of the documents, with the program itself and without a display: bash docs/pictures.sh
# bash docs/pictures.sh --all FOLDER draws every view there, so that any two of view, theme, size, length, text size and
# model meet at least once, with contact sheets: minutes. With --whole every combination of all of them: hours.
# bash docs/pictures.sh --compare BEFORE AFTER names the pictures of two such folders that differ, and shows where.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python
[ -x "$python" ] || python=python3
[ "${1:-}" != --compare ] || exec "$python" -m benchmarks.gallery compare "${@:2}"
[ "${1:-}" != --all ] || exec "$python" -m benchmarks.gallery draw "${2:-out/gallery}" "${@:3}"
draw() { "$python" main.py render --out "docs/$1.png" "${@:2}"; }

sentence="The white house is very old."
story="The black cat is sleeping on the white bed."
draw window-light --view window --source "$story" --theme light --size 1440x900
"$python" main.py render --out docs/steps.gif --view window --each step --source "$sentence" --theme light --size 1280x800
draw window-dark --view window --source "$story" --theme dark --size 1440x900
draw attention --view attention --source "My brother doesn't like cold water." --size 1040x680
draw teacher-forcing --view window --source "$sentence" --target "La casa verde es muy vieja." --size 1440x900
draw masks --view masks --source "$sentence" --source "I like cats." --size 1040x680
draw positions --view positions --source "$sentence" --size 1040x680
draw reverse --view window --model reverse --source "3 1 4 1 5 9" --size 1280x720
draw lines --view lines --source "My brother doesn't like cold water." --size 1040x680
draw calculate --view calculate --source "$sentence" --step 3 --size 1240x860
draw decoding --view decoding --source "$sentence" --decoding beam --beams 4 --size 1240x760
draw model --view model --source "$sentence" --size 1240x860
draw compare --view compare --source "The little girl drank cold water in the kitchen." --against "The little boy drank cold water in the kitchen." --layer 2 --head 1 --size 1213x760
draw heads --view heads --source "The black cat is sleeping on the white bed." --step 4 --size 1213x600
draw lens --view lens --source "The black cat is sleeping on the white bed." --step 4 --size 1213x640
draw train --view train --source "3 1 4 1 5 9" --model resources/trainings/reverse/snapshots/160 --training reverse --size 1240x760
draw survey --view survey --source "$sentence" --size 1240x720
draw edits --view window --source "$sentence" --edits '{"positions": {"order": "shuffled"}}' --size 1280x720
