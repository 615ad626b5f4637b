"""Every agent stands once in the tree, under its parent where that is possible, whatever the sources say."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.usage import UsageTotals
from data_access.rules.agent_tree import inclusive_usage, tree_order

NAMES = st.sampled_from("abcdefgh")


@given(parents=st.dictionaries(NAMES, st.none() | st.sampled_from("abcdefghxyz"), max_size=8))
def test_each_agent_stands_once_and_a_parent_stands_before_its_children(parents):
    places = tree_order(sorted(parents), parents)
    assert sorted(place.agent_id for place in places) == sorted(parents)
    depth = {place.agent_id: place.depth for place in places}
    for place in places:
        parent = parents[place.agent_id]
        assert place.is_orphan == (parent is not None and parent not in parents)
        if place.depth:
            assert depth[parent] == place.depth - 1
        elif parent is not None and not place.is_orphan:
            assert _stands_in_a_circle(place.agent_id, parents)


def _stands_in_a_circle(agent_id, parents):
    seen = set()
    current = parents[agent_id]
    while current in parents and current not in seen:
        if current == agent_id:
            return True
        seen.add(current)
        current = parents[current]
    return False


def test_a_tree_deeper_than_the_call_stack_is_ordered():
    chain = [str(number) for number in range(5000)]
    parents = {name: (chain[number - 1] if number else None) for number, name in enumerate(chain)}
    assert tree_order(chain, parents)[-1].depth == 4999


@given(parents=st.dictionaries(NAMES, st.none() | st.sampled_from("abcdefghxyz"), max_size=8))
def test_an_agent_and_all_below_it_are_added_up_once(parents):
    own = {name: UsageTotals(output=1 << ord(name) - ord("a")) for name in parents}
    sums = inclusive_usage(tree_order(sorted(parents), parents), parents, own)
    assert {name: total.output for name, total in sums.items()} == {
        name: sum(own[below].output for below in parents if name in _those_above(below, parents))
        for name in parents
    }


def _those_above(agent_id, parents):
    above = set()
    while agent_id in parents and agent_id not in above:
        above.add(agent_id)
        agent_id = parents[agent_id]
    return above


def test_a_tree_deeper_than_the_call_stack_is_added_up():
    chain = [str(number) for number in range(20_000)]
    parents = {name: (chain[number - 1] if number else None) for number, name in enumerate(chain)}
    sums = inclusive_usage(tree_order(chain, parents), parents, dict.fromkeys(chain, UsageTotals(output=1)))
    assert (sums["0"].output, sums["19999"].output) == (20_000, 1)
