"""The digest on the command line."""

from __future__ import annotations


def test_a_day_is_summed_up_as_text_and_as_a_document(loaded):
    text = loaded("digest", "--date", "2026-05-01", "--timezone", "Asia/Shanghai")
    assert text.out.startswith("# Cases on 2026-05-01\n")
    assert "cut in Asia/Shanghai" in text.out.replace("\\", "")
    document = loaded("digest", "--date", "2026-05-01", "--json").document
    assert (document["date"], document["since_at"]) == ("2026-05-01", "2026-05-01T00:00:00Z")
    assert document["markdown"].startswith("# Cases on 2026-05-01\n")
    assert loaded("digest", "--language", "zh").out.count("案件") > 1


def test_what_is_no_day_is_refused(loaded):
    for given in ("yesterday", "2026-02-30", "0001-01-01", "9999-12-31"):
        refused = loaded("digest", "--date", given)
        assert (refused.code, "digest of that day" in refused.err) == (1, True)
