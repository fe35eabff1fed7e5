"""Vocabularies of other people's models: plain ids, and SentencePiece with a table, against the library itself."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from model_core.checkpoints.checkpoint import load_model, save_model
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.importers import Options, convert, vocabularies
from model_core.importers.folder import import_model
from model_core.importers.foreign import open_safetensors
from model_core.record.run_spec import RunSpec
from model_core.tokenizers.foreign import IdVocabulary, Pieces, SentencePieceVocabulary, Specials
from model_core.tokenizers.vocab import load_vocabulary
from model_core.tokenizers.word_list import WordVocabulary, read_words, specials_in
from tests.made import tutorials
from tests.made.marian import CONFIG, marian_state
from tests.made.small import SENTENCES, small_model

sentencepiece = pytest.importorskip("sentencepiece")

LINES = int(os.environ.get("HEADSCOPE_LINES", "4000"))
"""Generated lines that are compared; HEADSCOPE_LINES=100000 for all."""
SPECIALS = Specials(pad=399, bos=399, eos=0, unk=1)
HARD = (
    "é",
    "é",
    "ﬁ",
    "Ⅷ",
    "한",
    "ß",
    "\u200b",
    "\u202e",
    "\t",
    "▁",
    "<s>",
    "</s>",
    "<pad>",
    "x̱̃",
    "🙂",
    "👩‍👩‍👧",
    "½",
    "..",
    "،",
    "ñ",
    "\ufeff",
)


def generated(count: int, seed: int) -> list[str]:
    """Lines of words of our sentences, shuffled, spelt wrong, joined with hard characters."""
    chance = random.Random(seed)
    known = sorted({word for sentence in SENTENCES for word in sentence.split()})
    lines = []
    for _ in range(count):
        words = chance.choices(known, k=chance.randint(0, 12))
        if words and chance.random() < 0.4:
            words.insert(chance.randrange(len(words)), "".join(chance.choices("abcdeñzqü’-'\"¿0123456789", k=5)))
        if chance.random() < 0.4:
            words.append("".join(chance.choices(HARD, k=chance.randint(1, 4))))
        lines.append(chance.choice((" ", "  ", " ", "")).join(words) + chance.choice(("", " ", ".", "?!")))
    return lines


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A source's and a target's SentencePiece model, trained as Marian's are."""
    folder, made = tmp_path_factory.mktemp("spm"), {}
    for name, seed in (("source", 1), ("target", 2)):
        text = folder / f"{name}.txt"
        text.write_text("\n".join([line for line in generated(1500, seed) if line.strip()]), encoding="utf-8")
        sentencepiece.SentencePieceTrainer.train(
            input=str(text), model_prefix=str(folder / name), vocab_size=260, model_type="unigram",
            normalization_rule_name="nmt_nfkc", hard_vocab_limit=False, minloglevel=2, num_threads=1,
        )  # fmt: skip
        made[name] = (folder / f"{name}.model").read_bytes()
    return made


def table_of(models: dict[str, bytes]) -> dict[str, int]:
    """vocab.json: </s> and <unk> first, the pieces of both models (some are missing) in its own order, <pad> last."""
    found: dict[str, int] = {"</s>": 0, "<unk>": 1}
    for data in models.values():
        processor = sentencepiece.SentencePieceProcessor(model_proto=data)
        for index in range(3, processor.get_piece_size()):
            if index % 17:
                found.setdefault(processor.id_to_piece(index), len(found))
    pieces = list(found)[:399]
    return {**{piece: index for index, piece in enumerate(pieces)}, "<pad>": 399}


@pytest.fixture(scope="module")
def vocabulary(models: dict[str, bytes]) -> SentencePieceVocabulary:
    table = {index: piece for piece, index in table_of(models).items()}
    pieces = tuple(table.get(index, f"<{index}>") for index in range(400))
    return SentencePieceVocabulary(
        Pieces("source.spm", models["source"], pieces), Pieces("target.spm", models["target"], pieces), SPECIALS
    )


def test_ids_are_those_of_the_library_and_the_table(vocabulary: Any, models: dict[str, bytes]) -> None:
    table = table_of(models)
    for side, one in (("source", vocabulary), ("target", vocabulary.target)):
        processor = sentencepiece.SentencePieceProcessor(model_proto=models[side])
        lines = generated(LINES, 7)
        own = one.ids(lines)
        different = 0
        for line, ids in zip(lines, own, strict=True):
            pieces = processor.encode(line, out_type=str)
            expected = [table.get(piece, 1) for piece in pieces]
            different += [index if index not in (0, 399) else 1 for index in expected] != ids
        assert different == 0
        assert any(1 in ids for ids in own) and len({index for ids in own for index in ids}) > 100


@pytest.mark.parametrize("blanks", ["", " ", "   "])
def test_after_a_languages_tag_the_tokens_stand_where_they_stand_without_it(vocabulary: Any, blanks: str) -> None:
    rest, tag = "The old boat.", ">>es<<"
    spans = vocabulary.spans(f"{tag}{blanks}{rest}")
    assert len(spans) == len(vocabulary.tokens(f"{tag}{blanks}{rest}")) and spans[0] == (0, len(tag))
    before = len(f"{tag}{blanks}")
    assert spans[1:] == [(before + start, before + end) for start, end in vocabulary.spans(rest)]


@pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")
def test_transformers_cuts_the_same_way(vocabulary: Any, models: dict[str, bytes], tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    for side, data in models.items():
        (tmp_path / f"{side}.spm").write_bytes(data)
    (tmp_path / "vocab.json").write_text(json.dumps(table_of(models)), encoding="utf-8")
    names = (str(tmp_path / f"{side}.spm") for side in ("source", "target"))
    theirs = transformers.MarianTokenizer(
        *names, vocab=str(tmp_path / "vocab.json"), source_lang="en", target_lang="es"
    )
    lines = [line for line in generated(500, 9) if "<" not in line and line == line.strip()]
    for line in [*lines, ">>es<< the old boat", "the house >>es<<"]:
        assert theirs(line).input_ids[:-1] == vocabulary.ids([line])[0], line
        assert theirs(text_target=line).input_ids[:-1] == vocabulary.target.ids([line])[0], line
        ids = vocabulary.target.ids([line])[0]
        assert vocabulary.target.text(ids) == theirs.decode(ids, skip_special_tokens=True).strip(" ")


@pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")
@pytest.mark.usefixtures("quick_proofs")
def test_the_unknown_piece_is_where_the_table_has_it(models: dict[str, bytes], tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    folder, order = tmp_path / "opus", [piece for piece in table_of(models) if piece not in ("<unk>", "</s>", "<pad>")]
    folder.mkdir()
    for side, data in models.items():
        (folder / f"{side}.spm").write_bytes(data)
    table = {piece: index for index, piece in enumerate([*order[:26], "<unk>", "</s>", "x", "<pad>"])}
    (folder / "vocab.json").write_text(json.dumps(table), encoding="utf-8")
    config = CONFIG | {"eos_token_id": table["</s>"], "forced_eos_token_id": table["</s>"]}
    (folder / "config.json").write_text(json.dumps(config))
    save_file(marian_state(1), folder / "model.safetensors")
    made = import_model(folder, tmp_path / "out")
    ours, theirs = load_vocabulary(made.folder / "tokenizer.json"), transformers.MarianTokenizer.from_pretrained(folder)
    assert made.converted.model.spec.unk_id == theirs.unk_token_id == 26
    own = [ours.ids([line])[0] for line in SENTENCES]
    assert own == [theirs(line).input_ids[:-1] for line in SENTENCES]
    assert {1, 26} <= {index for ids in own for index in ids}, "the piece with id 1 is a piece like others"
    said = import_model(folder, tmp_path / "said", Options(ids={"unk_id": 5}))
    assert said.converted.model.spec.unk_id == 5
    (folder / "vocab.json").write_text("{}")
    assert import_model(folder, tmp_path / "none").converted.model.spec.unk_id == 1


def test_tokens_are_readable_and_know_their_place(vocabulary: Any) -> None:
    line = "The baker opens zq7 ñ the shop."
    tokens = vocabulary.tokens(line)
    assert [token.id for token in tokens] == vocabulary.ids([line])[0]
    assert all(token.text for token in tokens) and not any("▁" in token.text for token in tokens)
    spans = vocabulary.spans(line)
    assert len(spans) == len(tokens) and spans[0][0] == 0 and spans[-1][1] == len(line)
    assert max(token.word for token in tokens) == len(line.split()) - 1
    assert [token.word for token in tokens] == sorted(token.word for token in tokens)
    assert vocabulary.token(0).kind == "special" and vocabulary.token(399).note.startswith("padding, and the start")
    assert vocabulary.token(1).kind == "unknown"
    again = vocabulary.target.tokens_of([399, *vocabulary.target.ids(["El panadero abre."])[0], 0])
    assert again[0].kind == again[-1].kind == "special" and again[1].word == 0
    assert vocabulary.target.text([token.id for token in again]) == "El panadero abre."


def test_special_pieces_cannot_be_typed(vocabulary: Any) -> None:
    for text in ("</s>", "<pad>", "<unk>", "</s> </s>"):
        assert not {0, 399} & set(vocabulary.ids([text])[0])


def test_a_folder_with_sentencepiece_opens_and_runs(vocabulary: Any, tmp_path: Path) -> None:
    model = small_model(source_vocabulary=400, target_vocabulary=400, pad_id=399, bos_id=399, eos_id=0, unk_id=1)
    save_model(tmp_path / "m", model.state_dict(), model.spec, vocabulary, {"name": "m"})
    assert {path.name for path in (tmp_path / "m").iterdir()} >= {"source.spm", "target.spm", "tokenizer.json"}
    again = load_model(tmp_path / "m").vocab
    assert again.to_json() == vocabulary.to_json() and again.sizes == (400, 400)
    trace = Engine().trace(RunSpec(str(tmp_path / "m"), source=("The baker opens.",), target=("El panadero abre.",)))
    assert trace.sentences[0].read[0].id == 399 and trace.sentences[0].source[-1].piece == "</s>"
    assert trace.sentences[0].written[0].text == "El"
    free = Engine().trace(RunSpec(str(tmp_path / "m"), source=("The baker opens.",), max_steps=5))
    assert 399 not in [token.id for token in free.sentences[0].written]


def spoilt(folder: Path, change: Callable[[dict[str, Any]], Any]) -> Path:
    path = folder / "tokenizer.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


DAMAGE: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "a newer version": (lambda d: d.update(version=2), "E-VOC-VERSION"),
    "a version that is a flag": (lambda d: d.update(version=True), "E-VOC-VERSION"),
    "an unknown kind": (lambda d: d.update(kind="poems"), "E-VOC-TYPE"),
    "no kind": (lambda d: d.pop("kind"), "E-VOC-TYPE"),
    "a pad outside": (lambda d: d.update(pad=400), "E-VOC-TABLE"),
    "a pad that is a text": (lambda d: d.update(pad="0"), "E-VOC-TABLE"),
    "no source": (lambda d: d.pop("source"), "E-VOC-TABLE"),
    "another hash": (lambda d: d["source"].update(sha256="0" * 64), "E-VOC-HASH"),
    "no hash": (lambda d: d["target"].pop("sha256"), "E-VOC-HASH"),
    "a path": (lambda d: d["source"].update(file="../source.spm"), "E-VOC-TABLE"),
    "an absolute path": (lambda d: d["source"].update(file="/dev/zero"), "E-VOC-TABLE"),
    "a missing file": (lambda d: d["target"].update(file="other.spm"), "E-FILE-READ"),
    "pieces that are numbers": (lambda d: d["source"].update(pieces=[1, 2]), "E-VOC-TABLE"),
    "no pieces": (lambda d: d["source"].update(pieces=[]), "E-VOC-TABLE"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_one_is_refused(name: str, vocabulary: Any, tmp_path: Path) -> None:
    for file, data in vocabulary.files().items():
        (tmp_path / file).write_bytes(data)
    (tmp_path / "tokenizer.json").write_text(vocabulary.to_json(), encoding="utf-8")
    assert load_vocabulary(tmp_path / "tokenizer.json").sizes == (400, 400)
    change, code = DAMAGE[name]
    with pytest.raises(Refused) as refusal:
        load_vocabulary(spoilt(tmp_path, change))
    assert refusal.value.code == code


def test_a_damaged_model_is_refused(vocabulary: Any, tmp_path: Path) -> None:
    side = vocabulary.sides[0]
    for data in (b"", b"hello", side.model[: len(side.model) // 2]):
        with pytest.raises(Refused):
            SentencePieceVocabulary(Pieces("source.spm", data, side.pieces), vocabulary.sides[1], SPECIALS)


def test_a_table_with_half_a_character_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "vocab.json"
    words = {"model": {"vocab": {"a": 0, "\ud83d": 1}}, "pre_tokenizer": {"type": "Whitespace"}}
    for data, read in ((words, read_words), (words["model"]["vocab"], lambda path: vocabularies.table_of(path, 2))):
        path.write_text(json.dumps(data))
        with pytest.raises(Refused, match=r"vocab\.json"):
            read(path)
        path.write_text(json.dumps(data).replace("\\ud83d", "b"))
        assert read(path) == ("a", "b")


def test_plain_ids_are_typed_and_read() -> None:
    ids = IdVocabulary(20, 24, Specials(0, 1, 2, 3))
    assert ids.ids(["7 18 19", "", "  5\t6 2"]) == [[7, 18, 19], [], [5, 6]]
    assert ids.ids(["20 -1 x 0 1 ７"]) == [[3, 3, 3, 3, 1, 3]]
    assert ids.target.ids(["20 23 24"]) == [[20, 23, 3]] and ids.target.target is ids.target
    kinds = [token.kind for token in ids.target.tokens_of([1, 23, 0, 3, 2])]
    assert kinds == ["special", "word", "pad", "unknown", "special"]
    assert ids.text([1, 7, 9, 2, 0]) == "7 9"
    assert ids.spans(" 7  18 2") == [(1, 2), (4, 6)] and ids.piece(19) == "19"
    with pytest.raises(IndexError):
        ids.piece(20)
    assert all(token.text for token in ids.tokens("7 \u202e \u200b9"))


def test_plain_ids_come_back_from_their_file(tmp_path: Path) -> None:
    ids = IdVocabulary(20, 24, Specials(0, 1, 2, 3))
    (tmp_path / "tokenizer.json").write_text(ids.to_json())
    again = load_vocabulary(tmp_path / "tokenizer.json")
    assert again.sizes == (20, 24) and again.to_json() == ids.to_json() and again.ids(["7"]) == [[7]]
    for change in ({"source": 0, "pad": 0}, {"target": -1}, {"source": 10**9}, {"unk": 20}, {"eos": None}):
        (tmp_path / "tokenizer.json").write_text(json.dumps({**json.loads(ids.to_json()), **change}))
        with pytest.raises(Refused):
            load_vocabulary(tmp_path / "tokenizer.json")


# ---------------------------------------------------------------- whole words


def learned(folder: Path, name: str, lines: list[str]) -> Path:
    """A tokenizer of words as hkproj's tutorial learns it."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    made = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    special = ["[UNK]", "[PAD]", "[SOS]", "[EOS]"]
    made.train_from_iterator(lines, trainers.WordLevelTrainer(special_tokens=special, min_frequency=1))
    made.save(str(folder / name))
    return folder / name


@pytest.fixture
def lists(tmp_path: Path) -> tuple[Path, Path]:
    return learned(tmp_path, "tokenizer_en.json", list(SENTENCES[:6])), learned(
        tmp_path, "es.json", list(SENTENCES[6:])
    )


def test_words_are_those_of_the_tutorials_tokenizers(lists: tuple[Path, Path]) -> None:
    from tokenizers import Tokenizer

    words = [read_words(path) for path in lists]
    assert specials_in(words[0], "x") == {"unk": 0, "pad": 1, "bos": 2, "eos": 3}
    ours = WordVocabulary(words[0], words[1], Specials(1, 2, 3, 0), begins=True)
    for line in generated(400, 3):
        for one, path, first in ((ours, lists[0], [2]), (ours.target, lists[1], [])):
            theirs = Tokenizer.from_file(str(path)).encode(line).ids if "[" not in line else None
            expected = [*first, *theirs] if theirs else []
            assert one.ids([line])[0] == expected, line
            assert len(one.spans(line)) == len(expected)


@pytest.mark.usefixtures("quick_proofs")
def test_a_tutorials_checkpoint_opens_with_its_words(lists: tuple[Path, Path], tmp_path: Path) -> None:
    sizes = [len(read_words(path)) for path in lists]
    state = tutorials.hkproj_state(1)
    for name, size in (("src_embed.embedding.weight", sizes[0]), ("tgt_embed.embedding.weight", sizes[1])):
        state[name] = torch.randn(size, tutorials.WIDTH)
    state["projection_layer.proj.weight"], state["projection_layer.proj.bias"] = (
        torch.randn(sizes[1], tutorials.WIDTH), torch.randn(sizes[1]),
    )  # fmt: skip
    save_file(state | {"tgt_pos.pe": state["tgt_pos.pe"].clone()}, tmp_path / "tmodel_19.safetensors")
    found = import_model(tmp_path / "tmodel_19.safetensors", tmp_path / "out", Options(4, tokenizers=lists))
    assert "whole words of tokenizer_en.json + es.json" in " ".join(found.lines)
    spec = found.converted.model.spec
    assert (spec.unk_id, spec.pad_id, spec.bos_id, spec.eos_id) == (0, 1, 2, 3)
    trace = Engine().trace(RunSpec(str(tmp_path / "out"), source=("The baker sings", ""), target=("El panadero abre",)))
    assert [token.text for token in trace.sentences[0].source] == ["[SOS]", "The", "baker", "sings", "[EOS]"]
    assert [token.kind for token in trace.sentences[0].source] == ["special", "word", "word", "unknown", "special"]
    assert [token.word for token in trace.sentences[0].source] == [-1, 0, 1, 2, -1]
    assert [token.text for token in trace.sentences[0].written] == ["El", "panadero", "abre", "[EOS]"]
    assert load_model(tmp_path / "out").vocab.to_json() == (tmp_path / "out" / "tokenizer.json").read_text()
    with pytest.raises(Refused, match=r"has \d+ words, but the model has \d+"):
        import_model(tmp_path / "tmodel_19.safetensors", tmp_path / "b", Options(4, tokenizers=lists[::-1]))


def test_other_tokenizers_are_no_word_lists(lists: tuple[Path, Path], tmp_path: Path) -> None:
    good = json.loads(lists[0].read_text())
    changes: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
        (lambda d: d.update(model={"type": "BPE", "vocab": {}, "merges": []}), "E-VOC-TYPE"),
        (lambda d: d.update(model=[]), "E-VOC-TYPE"),
        (lambda d: d.update(normalizer={"type": "Lowercase"}), "E-VOC-PARTS"),
        (lambda d: d.update(pre_tokenizer=None), "E-VOC-PARTS"),
        (lambda d: d["model"]["vocab"].update(x=10**9), "E-VOC-TABLE"),
        (lambda d: d["model"]["vocab"].update(x="y"), "E-VOC-TABLE"),
        (lambda d: d["model"].update(vocab={}), "E-VOC-TABLE"),
    ]
    for change, code in changes:
        data = json.loads(json.dumps(good))
        change(data)
        (tmp_path / "t.json").write_text(json.dumps(data))
        with pytest.raises(Refused) as refusal:
            read_words(tmp_path / "t.json")
        assert refusal.value.code == code
    with pytest.raises(Refused, match=r"has no \[SOS\]"):
        specials_in(("[UNK]", "[PAD]", "a"), "x")


def test_damaged_word_lists_are_refused(tmp_path: Path) -> None:
    good = WordVocabulary(("a", "b", "c", "d", "e"), ("f", "g", "h", "i"), Specials(1, 2, 3, 0), True)
    path = tmp_path / "tokenizer.json"
    path.write_text(good.to_json())
    assert load_vocabulary(path).sizes == (5, 4)
    for change in ({"source": ["a", "a"]}, {"source": {}}, {"target": [1]}, {"begins": 1}, {"pad": 4}, {"target": []}):
        path.write_text(json.dumps({**json.loads(good.to_json()), **change}))
        with pytest.raises(Refused):
            load_vocabulary(path)


# ---------------------------------------------------------------- merged bytes


@pytest.fixture(scope="module")
def bart(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of BART: vocab.json and merges.txt learned from our sentences, small random weights."""
    transformers = pytest.importorskip("transformers")
    from tokenizers import ByteLevelBPETokenizer

    folder = tmp_path_factory.mktemp("bart")
    learner = ByteLevelBPETokenizer()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    learner.train_from_iterator(list(SENTENCES) * 3, vocab_size=330, special_tokens=special)
    learner.save_model(str(folder))
    size = learner.get_vocab_size()
    config = transformers.BartConfig(
        vocab_size=size, d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=16, decoder_ffn_dim=16, max_position_embeddings=60,
    )  # fmt: skip
    transformers.BartForConditionalGeneration(config).save_pretrained(folder)
    return folder


@pytest.mark.usefixtures("quick_proofs")
def test_merged_bytes_are_those_of_transformers(bart: Path, tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    found = import_model(bart, tmp_path / "out")
    assert "vocab.json and merges.txt; a source begins with <s>" in " ".join(found.lines)
    theirs = transformers.BartTokenizer(str(bart / "vocab.json"), str(bart / "merges.txt"))
    ours = load_vocabulary(tmp_path / "out" / "tokenizer.json")
    for line in generated(400, 5):
        if "<" in line or not line:
            continue
        expected = theirs(line).input_ids
        assert ours.ids([line])[0] == expected[:-1], line
        assert ours.target.ids([line])[0] == expected[1:-1], line
        assert len(ours.spans(line)) == len(expected) - 1
        assert ours.text(expected) == theirs.decode(expected[1:-1]).strip(" ")
    assert ours.ids([""]) == [[]] and 0 not in ours.target.ids(["<s> </s>"])[0]
    trace = Engine().trace(RunSpec(str(tmp_path / "out"), source=("The baker opens 🙂.",), max_steps=6))
    tokens = trace.sentences[0].source
    assert tokens[0].text == "<s>" and tokens[-1].text == "</s>" and tokens[1].word == 0
    assert all(token.text for token in tokens) and any(token.kind == "byte" for token in tokens)
    assert trace.sentences[0].read[0].piece == "</s>", "BART's decoder starts with the end"


@pytest.mark.usefixtures("quick_proofs")
@pytest.mark.parametrize(("instead", "unknown"), [({"<unk>": "zz"}, 1), ({"<unk>": "<mask>", "<mask>": "<unk>"}, 4)])
def test_a_piece_at_the_usual_place_of_the_unknown_one_is_a_piece(
    instead: dict[str, str], unknown: int, bart: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(bart, tmp_path / "bart"))
    table = json.loads((folder / "vocab.json").read_text("utf-8"))
    (folder / "vocab.json").write_text(json.dumps({instead.get(piece, piece): index for piece, index in table.items()}))
    assert import_model(folder, tmp_path / "out").converted.model.spec.unk_id == unknown
    vocab = load_vocabulary(tmp_path / "out" / "tokenizer.json")
    assert vocab.target.text([3]) == next(iter(instead.values())) and vocab.token(3).kind == "part"
    assert vocab.token(unknown).kind == ("pad" if unknown == 1 else "unknown")


def test_a_forced_first_token_is_reported(bart: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(bart, tmp_path / "bart"))
    config = json.loads((folder / "config.json").read_text())
    for name in ("config.json", "generation_config.json"):
        for value in (0, None):
            (folder / "generation_config.json").unlink(missing_ok=True)
            (folder / "config.json").write_text(json.dumps(config | {"forced_bos_token_id": None}))
            (folder / name).write_text(json.dumps(config | {"forced_bos_token_id": value}))
            notes = convert(open_safetensors(folder / "model.safetensors", folder / "config.json")).notes
            assert any("forced_bos_token_id" in note for note in notes) == (value == 0)
    (folder / "generation_config.json").write_text("{")
    assert convert(open_safetensors(folder / "model.safetensors", folder / "config.json")).notes is not None


@pytest.mark.usefixtures("quick_proofs")
def test_merges_with_the_line_ends_of_windows_are_the_same(bart: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(bart, tmp_path / "bart"))
    rules = (folder / "merges.txt").read_bytes()
    texts = []
    for number, ends in enumerate((b"\n", b"\r\n")):
        (folder / "merges.txt").write_bytes(rules.replace(b"\n", ends))
        import_model(folder, tmp_path / str(number))
        texts.append((tmp_path / str(number) / "tokenizer.json").read_bytes())
    assert texts[0] == texts[1]


@pytest.mark.usefixtures("quick_proofs")
def test_damaged_merges_are_refused(bart: Path, tmp_path: Path) -> None:
    made = import_model(bart, tmp_path / "out").folder
    good = json.loads((made / "tokenizer.json").read_text())
    changes: list[dict[str, Any]] = [
        {"merges": [*good["merges"], "zz qq"]}, {"merges": ["a"]}, {"merges": None}, {"pieces": good["pieces"][:200]},
        {"pieces": [*good["pieces"][:-1], good["pieces"][0]]}, {"begins": None}, {"pieces": [1]},
        {"pieces": [*good["pieces"], "\ud800"]},
    ]  # fmt: skip
    for change in changes:
        (made / "tokenizer.json").write_text(json.dumps({**good, **change}))
        with pytest.raises(Refused) as refusal:
            load_vocabulary(made / "tokenizer.json")
        assert refusal.value.code == "E-VOC-TABLE"


@pytest.mark.usefixtures("quick_proofs")
@pytest.mark.parametrize(("eos", "unk", "bos"), [(1, 2, -1), (3, 1, 2)])
def test_t5_has_the_ids_of_its_own_model_and_masks_behind_them(eos: int, unk: int, bos: int, tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")
    text = tmp_path / "text"
    text.write_text("\n".join(SENTENCES * 40), encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(text), model_prefix=str(tmp_path / "spiece"), vocab_size=120, model_type="unigram", pad_id=0,
        eos_id=eos, unk_id=unk, bos_id=bos, hard_vocab_limit=False, minloglevel=2, num_threads=1,
    )  # fmt: skip
    plain = sentencepiece.SentencePieceProcessor(model_file=str(tmp_path / "spiece.model"))
    config = transformers.T5Config(
        vocab_size=plain.get_piece_size() + 128, d_model=16, d_kv=8, num_heads=2, d_ff=16, num_layers=1,
        decoder_start_token_id=0, eos_token_id=eos,
    )  # fmt: skip
    folder = tmp_path / "t5"
    transformers.T5ForConditionalGeneration(config).save_pretrained(folder)
    (tmp_path / "spiece.model").rename(folder / "spiece.model")
    found = import_model(folder, tmp_path / "out")
    assert all(proof.passed for proof in found.proofs) and "spiece.model" in " ".join(found.lines)
    ours = load_vocabulary(tmp_path / "out" / "tokenizer.json")
    for line in [*generated(200, 6), ">>the<< baker", "the ż"]:
        assert ours.ids([line])[0] == plain.encode(line) and len(ours.spans(line)) == len(ours.tokens(line))
    assert unk in ours.ids(["the ż"])[0]
    assert ours.piece(plain.get_piece_size() + 99) == "<extra_id_0>"
    trace = Engine().trace(RunSpec(str(tmp_path / "out"), source=("The baker opens the shop.",), max_steps=5))
    assert trace.complete and trace.sentences[0].read[0].id == 0
