"""Records as TOML: written by hand, one move a line; read by the standard library.

Knows the format of the text, which is that of the card games. What a record means is in `record`.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.engine.rummy.cards import NotationError
from referee.engine.rummy.ruledoc import RulesError
from referee.engine.rummy.shuffle import SECRET_BYTES
from referee.engine.shanghaien.notation import format_move, format_seat, parse_move, parse_seat
from referee.engine.shanghaien.record import Entry, Proof, Record, RecordError, Result
from referee.engine.shanghaien.rules import Rules, load_rules, settings_of
from referee.engine.shanghaien.state import Pair
from referee.engine.tomltext import BrokenLine, quoted, read_toml

FORMAT = 1
GAME = "shanghaien"
_KEYS = ("format", "game", "players", "starter", "moves", "rules", "proof", "result")
_REMARK = " # "


# Writing ----------------------------------------------------------------------------------------------------------


def dumps(record: Record) -> str:
    """The record's text: `loads(dumps(record)) == record`."""
    lines = [
        f"format = {FORMAT}",
        f"game = {quoted(GAME)}",
        f"players = [{', '.join(map(quoted, record.players))}]",
        f"starter = {quoted(format_seat(record.starter))}",
        "moves = [",
        *(f"  {quoted(_entry_text(entry))}," for entry in record.entries),
        "]",
        "",
        *_rules_lines(record.rules),
    ]
    if record.proof is not None:
        lines += ["", *_proof_lines(record.proof)]
    if record.result is not None:
        winners = ", ".join(quoted(format_seat(seat)) for seat in record.result.winners)
        lines += ["", "[result]", f"points = {list(record.result.points)}", f"winners = [{winners}]"]
    return "\n".join(lines) + "\n"


def _entry_text(entry: Entry) -> str:
    text = format_move(entry.move)
    return f"{text}{_REMARK}{entry.comment}" if entry.comment else text


def _rules_lines(rules: Rules) -> list[str]:
    """The whole rule set, so that a later change of a preset never changes the game."""
    settings = [f"{name} = {json.dumps(value)}" for name, value in settings_of(rules).items()]
    return ["[rules]", f"base = {quoted(rules.base)}", f"name = {quoted(rules.name)}", "", "[rules.set]", *settings]


def _proof_lines(proof: Proof) -> list[str]:
    secret = [] if proof.secret is None else [f"secret = {quoted(proof.secret.hex())}"]
    nonces = [f"nonces = [{', '.join(map(quoted, proof.nonces))}]"] if proof.nonces else []
    return ["[proof]", f"commitment = {quoted(proof.commitment)}", *secret, *nonces]


# Reading ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What could be read of a record: all of it, or all before the faulty move with what is wrong."""

    record: Record
    error: RecordError | None


def loads(text: str) -> Record:
    """The record that the text holds. Whether its moves are legal is for `replay` to say.

    :raises RecordError: text that is no record, with the number of the first move that cannot be read.
    """
    found = salvage(text)
    if found.error is not None:
        raise found.error
    return found.record


def salvage(text: str) -> Salvaged:
    """The record up to the first move that cannot be read.

    :raises RecordError: only where the text is no record at all, or anything but its moves cannot be read.
    """
    document, broken = _document(text)
    rules = _read_rules(document.get("rules"))
    players = _read_players(document.get("players"))
    starter = _read_seat(document.get("starter"), "starter")
    proof = _read_proof(document.get("proof"))
    result = _read_result(document.get("result"))
    entries: list[Entry] = []
    fault: RecordError | None = None
    try:
        for entry in _read_entries(document.get("moves"), broken):
            entries.append(entry)
    except RecordError as error:
        fault, result = error, None
    return Salvaged(Record(rules, players, starter, tuple(entries), proof, result), fault)


def _document(text: str) -> tuple[Mapping[str, object], BrokenLine | None]:
    try:
        document, broken = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise RecordError(f"expected TOML: {error}") from error
    unknown = [key for key in document if key not in _KEYS]
    if unknown:
        raise RecordError(f"expected the keys {', '.join(_KEYS)}, got {unknown[0]!r}")
    if document.get("format") != FORMAT or document.get("game") != GAME:
        got = f"format {document.get('format')!r} of {document.get('game')!r}"
        raise RecordError(f"expected format {FORMAT} of {GAME!r}, got {got}")
    return document, broken


def _read_entries(value: object, broken: BrokenLine | None) -> Iterator[Entry]:
    if not isinstance(value, list):
        raise RecordError(f"expected a list of moves, got {value!r}")
    for number, line in enumerate(value, 1):
        if not isinstance(line, str):
            raise RecordError(f"expected a move as text, got {line!r}", move=number)
        text, _, comment = line.partition(_REMARK)
        try:
            yield Entry(parse_move(text), comment)
        except NotationError as error:
            raise RecordError(str(error), move=number) from error
    if broken is not None:
        raise RecordError(f"expected a move in quotes and a comma, got {broken.text!r}", move=broken.move)


def _read_rules(value: object) -> Rules:
    try:
        return load_rules(value)
    except RulesError as error:
        raise RecordError(f"rules: {error}") from error


def _read_players(value: object) -> Pair[str]:
    match value:
        case [str() as first, str() as second]:
            return first, second
        case _:
            raise RecordError(f"expected the names of two players, got {value!r}")


def _read_seat(value: object, where: str) -> int:
    try:
        seat = parse_seat(value) if isinstance(value, str) else None
    except NotationError:
        seat = None
    if seat is None:
        raise RecordError(f"{where}: expected 'p1' or 'p2', got {value!r}")
    return seat


def _read_proof(value: object) -> Proof | None:
    match value:
        case None:
            return None
        case {"commitment": str() as promised, **rest} if set(rest) <= {"secret", "nonces"}:
            nonces = rest.get("nonces", [])
            if not (isinstance(nonces, list) and all(isinstance(nonce, str) for nonce in nonces)):
                raise RecordError(f"expected nonces as text, got {nonces!r}")
            return Proof(promised, _read_secret(rest.get("secret")), tuple(nonces))
        case _:
            raise RecordError(f"expected commitment, secret and nonces, got {value!r}")


def _read_secret(value: object) -> bytes | None:
    if value is None:
        return None
    try:
        secret = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise RecordError(f"expected a secret of {SECRET_BYTES} bytes in hexadecimal digits, got {value!r}")
    return secret


def _read_result(value: object) -> Result | None:
    match value:
        case None:
            return None
        case {"points": [int() as first, int() as second], "winners": [_, *_] as winners, **rest} if not rest:
            return Result((first, second), tuple(_read_seat(seat, "winners") for seat in winners))
        case _:
            raise RecordError(f"expected points and winners as the result, got {value!r}")
