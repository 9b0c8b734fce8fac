# The native module. The modules of the package have the types of what it contains.

from typing import Any

def __getattr__(name: str) -> Any: ...
