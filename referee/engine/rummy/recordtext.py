"""Records as TOML: written by hand, one move a line; read by the standard library.

Knows the format of the text. What a record means is in ``record``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.engine.rummy.cards import NotationError
from referee.engine.rummy.notation import format_move, format_seat, parse_move, parse_seat
from referee.engine.rummy.record import Entry, HandProof, Record, RecordError, Result
from referee.engine.rummy.ruledoc import Json, RulesError, dump_rules, load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.shuffle import SECRET_BYTES
from referee.engine.tomltext import BrokenLine, quoted, read_toml

FORMAT = 1
GAME = "rummy"
_KEYS = ("format", "game", "players", "dealer", "moves", "rules", "hands", "result")
_REMARK = " # "


# Writing ----------------------------------------------------------------------------------------------------------


def dumps(record: Record) -> str:
    """The record's text: ``loads(dumps(record)) == record``."""
    lines = [
        f"format = {FORMAT}",
        f"game = {quoted(GAME)}",
        f"players = [{', '.join(map(quoted, record.players))}]",
        f"dealer = {quoted(format_seat(record.dealer))}",
        "moves = [",
        *(f"  {_entry_text(entry)}," for entry in record.entries),
        "]",
        "",
        *_rules_lines(record.rules),
    ]
    for proof in record.proofs:
        lines += ["", *_proof_lines(proof)]
    if record.result is not None:
        lines += ["", *_result_lines(record.result)]
    return "\n".join(lines) + "\n"


def _entry_text(entry: Entry) -> str:
    text = format_move(entry.move)
    # A move alone has nothing in it that would have to be escaped.
    return quoted(f"{text}{_REMARK}{entry.comment}") if entry.comment else f'"{text}"'


def _rules_lines(rules: RuleSet) -> list[str]:
    """The whole rule set, so that a later change of a preset never changes the game; null is written ``"null"``."""
    lines = ["[rules]"]
    for key, value in dump_rules(rules).items():
        if isinstance(value, dict):
            # The settings come last in the document, as a table of their own.
            lines += ["", f"[rules.{key}]", *(f"{name} = {_value(inner)}" for name, inner in value.items())]
        else:
            lines.append(f"{key} = {_value(value)}")
    return lines


_NULL = "null"


def _value(value: Json) -> str:
    match value:
        case None:
            # TOML has no null.
            return quoted(_NULL)
        case bool():
            return "true" if value else "false"
        case str():
            return quoted(value)
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{ {', '.join(f'{quoted(key)} = {_value(inner)}' for key, inner in value.items())} }}"
        case _:
            return str(value)


def _proof_lines(proof: HandProof) -> list[str]:
    secret = [] if proof.secret is None else [f"secret = {quoted(proof.secret.hex())}"]
    nonces = [f"nonces = [{', '.join(map(quoted, proof.nonces))}]"] if proof.nonces else []
    return ["[[hands]]", f"commitment = {quoted(proof.commitment)}", *secret, *nonces]


def _result_lines(result: Result) -> list[str]:
    return [
        "[result]",
        "points = [",
        *(f"  {list(points)}," for points in result.points),
        "]",
        f"totals = {list(result.totals)}",
        f"winners = [{', '.join(quoted(format_seat(seat)) for seat in result.winners)}]",
    ]


# Reading ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What could be read of a record: all of it, or all before the faulty move with what is wrong."""

    record: Record
    error: RecordError | None


def loads(text: str) -> Record:
    """The record that the text holds. Whether its moves are legal is for ``replay`` to say.

    :raises RecordError: text that is no record, with the number of the first move that cannot be read.
    """
    found = salvage(text)
    if found.error is not None:
        raise found.error
    return found.record


def salvage(text: str) -> Salvaged:
    """The record up to the first move that cannot be read.

    :raises RecordError: only where the text is no record at all, or its rules or players cannot be read.
    """
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
    rules = _read_rules(document.get("rules"))
    players = _read_players(document.get("players"))
    proofs = tuple(_read_proofs(document.get("hands", [])))
    result = _read_result(document.get("result"))
    dealer = _read_seat(document.get("dealer"), "dealer")
    entries: list[Entry] = []
    fault: RecordError | None = None
    try:
        for entry in _read_entries(document.get("moves"), broken, rules):
            entries.append(entry)
    except RecordError as error:
        fault, result = error, None
    return Salvaged(Record(rules, players, dealer, tuple(entries), proofs, result), fault)


def _read_entries(value: object, broken: BrokenLine | None, rules: RuleSet) -> Iterator[Entry]:
    if not isinstance(value, list):
        raise RecordError(f"expected a list of moves, got {value!r}")
    for number, line in enumerate(value, 1):
        if not isinstance(line, str):
            raise RecordError(f"expected a move as text, got {line!r}", move=number)
        text, _, comment = line.partition(_REMARK)
        try:
            yield Entry(parse_move(text, rules), comment)
        except NotationError as error:
            raise RecordError(str(error), move=number) from error
    if broken is not None:
        raise RecordError(f"expected a move in quotes and a comma, got {broken.text!r}", move=broken.move)


def _read_rules(value: object) -> RuleSet:
    document = _with_nulls(value)
    if not isinstance(document, str | Mapping):
        raise RecordError(f"expected rules, got {value!r}")
    try:
        return load_rules(document)
    except RulesError as error:
        raise RecordError(f"rules: {error}") from error


def _with_nulls(value: object) -> object:
    match value:
        case "null":
            return None
        case dict():
            return {key: _with_nulls(inner) for key, inner in value.items()}
        case list():
            return [_with_nulls(inner) for inner in value]
        case _:
            return value


def _read_players(value: object) -> tuple[str, ...]:
    if isinstance(value, list) and value and all(isinstance(name, str) for name in value):
        return tuple(value)
    raise RecordError(f"expected the players' names, got {value!r}")


def _read_seat(value: object, where: str) -> int:
    try:
        seat = parse_seat(value) if isinstance(value, str) else None
    except NotationError:
        seat = None
    if seat is None:
        raise RecordError(f"{where}: expected a seat such as 'p1', got {value!r}")
    return seat


def _read_proofs(value: object) -> Iterator[HandProof]:
    if not isinstance(value, list):
        raise RecordError(f"expected a table for each hand, got {value!r}")
    for table in value:
        match table:
            case {"commitment": str() as promised, **rest} if set(rest) <= {"secret", "nonces"}:
                nonces = rest.get("nonces", [])
                if not (isinstance(nonces, list) and all(isinstance(nonce, str) for nonce in nonces)):
                    raise RecordError(f"expected nonces as text, got {nonces!r}")
                yield HandProof(promised, _read_secret(rest.get("secret")), tuple(nonces))
            case _:
                raise RecordError(f"expected commitment, secret and nonces of a hand, got {table!r}")


def _read_secret(value: object) -> bytes | None:
    if value is None:
        return None
    try:
        secret = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise RecordError(f"expected {2 * SECRET_BYTES} hexadecimal digits as a secret, got {value!r}")
    return secret


def _read_result(value: object) -> Result | None:
    match value:
        case None:
            return None
        case {"points": list() as points, "totals": list() as totals, "winners": list() as won, **rest} if not rest:
            if all(map(_are_numbers, [totals, *points])):
                seats = tuple(_read_seat(seat, "winners") for seat in won)
                return Result(tuple(tuple(hand) for hand in points), tuple(totals), seats)
    raise RecordError(f"expected points, totals and winners as the result, got {value!r}")


def _are_numbers(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(number, int) for number in value)
