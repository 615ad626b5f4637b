"""What a desk is started with: frozen, complete, decided once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """The decisions a desk runs by."""

    database: Path | None = None
    """The database file; None keeps everything in memory."""
    host: str = "127.0.0.1"
    port: int = 8501
    allowed_hosts: tuple[str, ...] = ()
    """Further host names under which the desk may be reached."""
    import_roots: tuple[Path, ...] = ()
    """Folders from which the import page may read."""
    timezone: str = "UTC"
    """IANA name of the reporting zone."""
    upload_limit_mb: int = 200
    demo: bool = False
    extra: dict[str, str] = field(default_factory=dict)
