"""What the calls do that ask the policy of agents: nothing is run, nothing is permitted."""

from __future__ import annotations

from dashboard.faces.caller import Caller
from dashboard.policy_in_force import policy_in_force
from data_access.contracts.common import Listing
from data_access.contracts.operations import OperationCheck, OperationQuery, PolicyInForce, Surroundings
from data_access.contracts.permission_requests import PermissionRequests, PermissionRequestsQuery
from data_access.contracts.queries import NothingAsked, RunQuery
from data_access.contracts.resource_limits import (
    LimitListing,
    LimitsQuery,
    ResourceUseQuery,
    ResourceUses,
)
from data_access.contracts.run_operations import (
    FilesOfSeveralAgents,
    FilesOfSeveralAgentsQuery,
    RunIsolation,
    RunOperations,
    RunOperationsQuery,
    RunsApart,
    RunsApartQuery,
    RunWorkspace,
    RunWorkspaceQuery,
    UnattachedOperation,
    UnattachedQuery,
    WrittenFiles,
    WrittenFilesQuery,
)
from data_access.errors import InvalidInput, Problem
from data_access.reading.files_of_several_agents import files_of_several_agents
from data_access.reading.operation_scope import policy_asked
from data_access.reading.permission_requests import permission_requests
from data_access.reading.resource_limits import limits_of_agents, resource_use
from data_access.reading.run_isolation import run_isolation
from data_access.reading.run_operations import run_operations
from data_access.reading.run_workspace import run_workspace
from data_access.reading.runs_apart import runs_apart
from data_access.reading.unattached_operations import unattached_operations
from data_access.reading.written_files import written_files
from data_access.rules.operation_policy import AskedOperation
from data_access.rules.operation_policy import check_operation as judged


def check_operation(caller: Caller, query: OperationQuery) -> OperationCheck:
    """Say what the policy would say of an operation. Raises: `InvalidInput`, `PolicyFileInvalid`."""
    asked = AskedOperation(query.operation, query.target, query.package_manager, query.into, query.checksum)
    return judged(asked, policy_in_force(caller.desk.settings), _surroundings(query))


def read_policy(caller: Caller, query: NothingAsked) -> PolicyInForce:
    """Say which policy the desk goes by, and all of it. Raises: `PolicyFileInvalid`."""
    return policy_in_force(caller.desk.settings)


def list_operations(caller: Caller, query: RunOperationsQuery) -> RunOperations:
    """List what the agents of a run did. Raises: `NotFound`, `AmbiguousId`, `PolicyFileInvalid`."""
    policy = policy_in_force(caller.desk.settings)
    given = query.model_dump(exclude={"conversation_id"})
    return run_operations(caller.store, query.conversation_id, policy=policy, **given)


def list_permission_requests(caller: Caller, query: PermissionRequestsQuery) -> PermissionRequests:
    """List what was asked to be permitted. Raises: `NotFound`, `AmbiguousId`."""
    asked = query.model_dump(exclude={"conversation_id"})
    return permission_requests(caller.store, conversation=query.conversation_id, **asked)


def list_unattached_operations(caller: Caller, query: UnattachedQuery) -> Listing[UnattachedOperation]:
    """List operations of sessions that are no run. Raises: `PolicyFileInvalid`."""
    policy = policy_in_force(caller.desk.settings)
    return unattached_operations(caller.store, policy=policy, **query.model_dump())


def read_isolation(caller: Caller, query: RunQuery) -> RunIsolation:
    """Say how the work of a run was kept apart. Raises: `NotFound`, `AmbiguousId`, `PolicyFileInvalid`."""
    return run_isolation(caller.store, query.conversation_id, policy=policy_in_force(caller.desk.settings))


def list_written_files(caller: Caller, query: WrittenFilesQuery) -> WrittenFiles:
    """List the files the agents of a run wrote. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`,
    `PolicyFileInvalid`."""
    policy = policy_in_force(caller.desk.settings)
    given = query.model_dump(exclude={"conversation_id"})
    return written_files(caller.store, query.conversation_id, policy=policy, **given)


def list_limits(caller: Caller, query: LimitsQuery) -> LimitListing:
    """List how agents stand to the limits. Raises: `NotFound`, `AmbiguousId`, `PolicyFileInvalid`."""
    policy = policy_in_force(caller.desk.settings)
    given = query.model_dump(exclude={"conversation_id"})
    return limits_of_agents(caller.store, query.conversation_id, policy=policy, **given)


def list_resource_use(caller: Caller, query: ResourceUseQuery) -> ResourceUses:
    """List what was measured of a run. Raises: `NotFound`, `AmbiguousId`, `PolicyFileInvalid`."""
    policy = policy_in_force(caller.desk.settings)
    given = query.model_dump(exclude={"conversation_id"})
    return resource_use(caller.store, query.conversation_id, policy=policy, **given)


def read_run_workspace(caller: Caller, query: RunWorkspaceQuery) -> RunWorkspace:
    """Say all of how a run was kept apart at once. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`,
    `PolicyFileInvalid`."""
    policy = policy_in_force(caller.desk.settings)
    given = query.model_dump(exclude={"conversation_id"})
    return run_workspace(caller.store, query.conversation_id, policy=policy, **given)


def list_files_of_several_agents(caller: Caller, query: FilesOfSeveralAgentsQuery) -> FilesOfSeveralAgents:
    """List files that several agents wrote. Raises: `InvalidInput`, `PolicyFileInvalid`."""
    policy = policy_asked(policy_in_force(caller.desk.settings))
    return files_of_several_agents(caller.store, policy=policy, **query.model_dump())


def list_runs_apart(caller: Caller, query: RunsApartQuery) -> RunsApart:
    """List runs with agents that were kept apart. Raises: `InvalidInput`, `PolicyFileInvalid`."""
    return runs_apart(caller.store, policy=policy_in_force(caller.desk.settings), **query.model_dump())


def _surroundings(query: OperationQuery) -> Surroundings:
    return Surroundings(
        working_directory=query.working_directory,
        workspaces=query.workspace,
        selected_folders=query.selected_folder,
        session_id=query.session_id,
        home=query.home,
        environment=_pairs(query.variable, "=", "variable", "NAME=value") if query.variable else None,
        links=_pairs(query.link, " -> ", "link", "path -> target"),
    )


def _pairs(given: tuple[str, ...], sign: str, where: str, form: str) -> dict[str, str]:
    pairs = {}
    for one in given:
        name, found, value = one.partition(sign)
        if not found or not name.strip() or (sign != "=" and not value.strip()):
            wrong = Problem(where, f"{one[:100]!r} does not read like {form}", f"Write it as {form}.")
            raise InvalidInput(f"What was given cannot be used: {where}.", problems=(wrong,))
        pairs[name] = value
    return pairs
