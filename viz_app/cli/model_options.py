"""The options of the subcommands that make a model: import, new, prune, average."""

from __future__ import annotations

import argparse
from dataclasses import fields

from viz_app.cli.arguments import MODEL, NEW_FOLDER, TASKS, add_events, add_model, count, place, share, whole_number


def add_import(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("import", help="convert another program's checkpoint to a model folder, with proofs")
    word.add_argument("file", metavar="SRC", help="Hugging Face folder, published name, or file (.safetensors …)")
    word.add_argument("--layout", default="auto", metavar="NAME", help="default: recognised by the tensor names")
    word.add_argument("--heads", type=count, metavar="N", help="number of attention heads, if the file does not say")
    for name, what in (("pad", "padding"), ("bos", "start"), ("eos", "end"), ("unk", "unknown")):
        word.add_argument(f"--{name}", type=whole_number, metavar="ID", help=f"id of the {what} token")
    word.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a field of the model's spec")
    for side in ("source", "target"):
        word.add_argument(f"--{side}-words", metavar="FILE", help=f"whole-word tokenizer of the {side} (WordLevel)")
    uses = "which tensor is this table (source, target, output, positions)"
    word.add_argument("--tensor", action="append", default=[], metavar="USE=NAME", help=uses)
    word.add_argument("--out", type=place, metavar="DIR", help="default, for a published name: with your models")
    add_events(word)


def add_new(words: argparse._SubParsersAction) -> None:
    from model_core.spec import ModelSpec

    names = ", ".join(field.name for field in fields(ModelSpec))
    epilog = f"Fields of a model's spec: {names}. docs/importing.md describes them."
    word = words.add_parser("new", help="make a randomly initialised model of any variant", epilog=epilog)
    word.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a field of the model's spec")
    word.add_argument("--words", choices=TASKS, help="words of a toy task (default: ids)")
    word.add_argument("--seed", type=whole_number, default=1, metavar="N", help="the same seed gives the same weights")
    word.add_argument("--out", type=place, required=True, metavar="DIR", help=NEW_FOLDER)
    add_events(word)


def add_prune(words: argparse._SubParsersAction) -> None:
    word = words.add_parser("prune", help="save a model without some of its heads and feed-forwards, with proofs")
    add_model(word)
    word.add_argument("--off", required=True, metavar="NAMES", help="such as cross 3.2, decoder 1 feed-forward")
    word.add_argument("--data", metavar="FILE.tsv", help="source<TAB>target lines: BLEU before and after")
    word.add_argument("--out", type=place, required=True, metavar="DIR", help=NEW_FOLDER)
    add_events(word)


def add_average(words: argparse._SubParsersAction) -> None:
    what = "save the mean of the weights of models whose trainings began with the same weights"
    word = words.add_parser("average", help=what)
    word.add_argument("--model", metavar="DIR", action="append", required=True, help=f"{MODEL}; at least two")
    shares = "how much each model counts, in their order; 100 in sum (default: all alike)"
    word.add_argument("--share", type=share, metavar="PERCENT", action="append", default=[], help=shares)
    word.add_argument("--out", type=place, required=True, metavar="DIR", help=NEW_FOLDER)
    add_events(word)
