"""The only place that starts programs.

Programs are started with an explicit argv and environment, in a session of their own, and are ended together with
everything they started. What a killed server left behind is found again by the owner's marks and ended.
"""

from shopfloor.process.containment import Containment, Enclosure, detect_containment
from shopfloor.process.owner import ProcessOwner, base_environment
from shopfloor.process.process import Process
from shopfloor.process.processes import Processes
from shopfloor.process.run import ProcessResult
from shopfloor.process.terminal import Terminal

__all__ = [
    "Containment",
    "Enclosure",
    "Process",
    "ProcessOwner",
    "ProcessResult",
    "Processes",
    "Terminal",
    "base_environment",
    "detect_containment",
]
