"""One palette: what charts use is what the screen library is configured with."""

from __future__ import annotations

import tomllib
from pathlib import Path

from dashboard.theme import DARK, LIGHT, MARKS, palette, plotly_layout


def test_the_configuration_and_the_palette_are_one(checkout: Path) -> None:
    theme = tomllib.loads((checkout / "pages/.streamlit/config.toml").read_text("utf-8"))["theme"]
    for colours in (LIGHT, DARK):
        told = theme[colours.name]
        assert told["chartCategoricalColors"] == list(colours.series)
        assert told["backgroundColor"] == colours.background
        assert told["textColor"] == colours.text
        assert told["borderColor"] == colours.line


def test_there_are_ten_different_chart_colours_in_each_theme() -> None:
    assert len(set(LIGHT.series)) == len(set(DARK.series)) == 10


def test_every_family_of_states_has_a_shape_of_its_own() -> None:
    shapes = [mark.shape for mark in MARKS.values()]
    assert len(set(shapes)) == len(shapes)


def test_the_fonts_and_their_licence_are_shipped(checkout: Path) -> None:
    config = tomllib.loads((checkout / "pages/.streamlit/config.toml").read_text("utf-8"))
    for face in config["theme"]["fontFaces"]:
        assert (checkout / "pages" / face["url"].removeprefix("app/")).is_file()
    assert "SIL Open Font License" in (checkout / "pages/static/inter-LICENSE.txt").read_text("utf-8")


def test_an_unknown_theme_is_light_and_figures_carry_our_colours() -> None:
    assert palette(None) is LIGHT
    assert plotly_layout(DARK, height=10)["colorway"] == list(DARK.series)
