"""The words of facts that people state in English: the form, pasted rows, files, what becomes of a fact."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class FactWords:
    """Facts that people state."""

    title: str = "Facts from people"
    title_hint: str = "What people saw, measured or were told. Agents cite it as [H-1]."
    state: str = "State a fact"
    state_lead: str = "Only what is so, from whoever knows it. Agents read it as it stands here."
    close: str = "Close the form"
    what: str = "What you state"
    ways: dict[str, str] = field(
        default_factory=lambda: {
            "statement": "In words",
            "measurement": "A measurement",
            "rows": "Rows from a spreadsheet",
        }
    )
    known_by: str = "From where you know it"
    known: dict[str, str] = field(
        default_factory=lambda: {
            "seen": "I saw or measured it",
            "told": "Somebody told me",
            "inferred": "I conclude it, or guess",
        }
    )
    inferred: str = "That is a note, not a fact"
    inferred_text: str = (
        "A conclusion, a guess, or a wish to look something up is not stored as a fact, because reports may "
        "rest on facts. Say it in the discussion of the report: whoever investigates reads it there and can "
        "follow it up."
    )
    to_discussion: str = "Go to the report and its discussion"
    told_by: str = "Who told you"
    statement: str = "What is so"
    statement_hint: str = "In whole sentences, for example: Valve 7 was shut when I came."
    point: str = "Where it was measured"
    point_hint: str = "The measuring point, for example: West gate"
    parameter: str = "What was measured"
    parameter_hint: str = "For example: residual chlorine"
    value: str = "Value"
    unit: str = "Unit"
    unit_hint: str = "For example mg/L; write 1 where it has none."
    method: str = "How it was measured"
    observed_at: str = "When it was so ({zone})"
    observed_hint: str = "Leave it empty where nobody knows. It is kept apart from when you write this."
    place: str = "Where"
    file: str = "Photo or file"
    file_hint: str = (
        "Up to 20 MB. A JPEG or PNG is kept as a picture alone; what the camera wrote into it is taken out."
    )
    files_taken: str = "Taken are: {endings}."
    file_kept: str = "The file of {id} is kept with the correction unless you give another one."
    without_file: str = "Without the file of {id}"
    looked_at: str = "The file is being looked at"
    photo_told: str = (
        "What the photo tells of itself. Take it where it is right; it is not kept with the picture."
    )
    take_time: str = "Take its time: {time}"
    take_local: str = "Take its time: {time} by the camera's clock"
    take_place: str = "Take its place: {place}"
    as_whom: str = "It is stated by {name}."
    send: str = "State it"
    missing: str = "{field}: it is missing."
    choose_known: str = "Say from where you know it."
    faults: dict[str, str] = field(
        default_factory=lambda: {
            "missing": "is missing",
            "no_number": "is no number",
            "two_numbers": "can be read as two numbers; write 1234 or 1.234",
            "no_time": "is no time; write it like 2026-05-01 10:00",
            "two_times": "can be read as two times; write it like 2026-05-01 10:00, if need be with +08:00",
            "day_only": "is a day without a time; add the time, or leave it out",
            "no_such_time": "does not exist, the clock was put forward then",
            "ahead": "lies in the future",
            "too_long": "is longer than 300 characters",
            "more_cells": "more cells than columns",
            "repeated": "the same as a row above",
        }
    )
    table_faults: dict[str, str] = field(
        default_factory=lambda: {
            "empty": "Paste rows with a header: point, parameter, value, unit, time.",
            "no_rows": "There is a header and no row below it.",
            "no_value_column": "No column of values was recognised. Give the columns a header.",
            "too_many_rows": "These are more than 200 rows. Paste them in parts.",
            "column_twice": "A column is there twice.",
        }
    )
    rows: str = "Rows"
    rows_hint: str = "Copy them in the spreadsheet, header included, and paste them here. CSV works too."
    rows_shared: str = "For every row that does not say it itself"
    look: str = "Look at the rows"
    rows_read: Counted = Counted("{n} row was read", "{n} rows were read")
    unread: str = "Not read: {columns}"
    row: str = "Row"
    problem: str = "What is wrong"
    next_problem: str = "; "
    fine: str = "can be stated"
    send_all: Counted = Counted("State {n} fact", "State all {n} facts")
    send_good: str = "State the {n} that are right, leave {rest} out"
    rows_changed: str = "The rows have changed since you looked at them. Look at them again."
    rows_part: str = "{n} of {total} were stored before this. Send it again: none is stored twice."
    rows_stored: Counted = Counted("{n} fact is stored.", "{n} facts are stored.")
    none: str = "Nobody has stated a fact yet."
    none_text: str = "What people saw, measured or were told stands here, each with who says so."
    fact: str = "Fact"
    said_by: str = "Stated by"
    confirm: str = "Confirm that it is so"
    confirm_lead: str = "An agent says that {person} said so. It counts as unconfirmed until a person agrees."
    confirm_refused: str = "It was not confirmed"
    not_so: str = "It is not so"
    correct: str = "Correct it"
    correct_title: str = "Correct {id}"
    correct_lead: str = (
        "State it as it should have been stated. {id} stays readable and marked; reports that cite it are "
        "flagged."
    )
    withdraw: str = "Withdraw it"
    withdraw_title: str = "Withdraw {id}"
    withdraw_lead: str = (
        "{id} counts no longer. It stays readable and marked; reports that cite it are flagged."
    )
    why: str = "Why"
    correct_send: str = "Store the correction"
    withdraw_send: str = "Withdraw {id}"
    keep_it: str = "Leave it as it is"
    flagged: Counted = Counted(
        "{n} revision of the report cites it and is flagged",
        "{n} revisions of the report cite it and are flagged",
    )
    picture: str = "Picture that {person} gave with {id}: {name}"
    whole: str = "Show the whole picture"
    save: str = "Save the file"
    not_here: str = "The file is not on this desk"
    not_here_text: str = (
        "The case came without its files, or its folder was lost. {name} has the hash {hash}; ask the desk "
        "it came from."
    )
    file_size: str = "Size"
    file_hash: str = "SHA-256 of what is kept"
    given_hash: str = "SHA-256 as it was given"
    pixels: str = "{width} × {height} pixels"
    with_file: str = "with a file"
