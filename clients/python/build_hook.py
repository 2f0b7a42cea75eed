"""Makes the operations and models of the package from the contract when the package is built or installed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ContractHook(BuildHookInterface[Any]):
    """Runs generate.py before the files of the package are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write src/millrace/_generated."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from generate import contract_path, generate

        generate(contract_path(root), root / "src" / "millrace" / "_generated")
