"""Connect: what to paste into a client, tokens, how the desk is, what arrived last from whom."""

from dashboard.client_setups import DeskDoor
from dashboard.current_desk import current_desk
from dashboard.desk_session import address, is_this_machine, read, said, selected, store, viewer
from dashboard.parts.arrivals import arrival_table
from dashboard.parts.client_setup import client_setup
from dashboard.parts.desk_health import desk_health
from dashboard.parts.notice_desk import notice_desk
from dashboard.parts.section import section
from dashboard.parts.setup_head import setup_head
from dashboard.parts.tokens import token_desk
from dashboard.selections import ConnectSelection
from dashboard.settings import default_database
from data_access.reading.arrivals import arrivals
from data_access.reading.desk_storage import desk_storage
from data_access.reading.notices import notice_queue
from data_access.reading.tokens import tokens

w = said()
selection = selected(ConnectSelection)
principal = viewer()
storage = read(desk_storage)
database = current_desk().settings.database
door = DeskDoor(
    address=address(),
    asks_for_token=storage.asks_for_token or current_desk().sign_in is not None,
    is_this_machine=is_this_machine() and "operate" in principal.scopes,
    database=None if database == default_database() else database,
)

setup_head("connect", w.connect.title, w.connect.lead)
with section(w.connect.health):
    desk_health(door, storage)
with section(w.connect.clients):
    client_setup(door, selection.client)
with section(w.connect.tokens, hint=w.connect.tokens_hint):
    token_desk(store(), read(tokens).items, principal=principal)
with section(w.connect.arrivals, hint=w.connect.arrivals_hint):
    arrival_table(read(arrivals).items)
with section(w.notice.title, hint=w.notice.hint):
    queue = read(notice_queue, state=selection.notices, cursor=selection.cursor, limit=20)
    notice_desk(store(), queue, selection, principal=principal)
