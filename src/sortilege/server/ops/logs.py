"""Write logs as JSON lines. They hold no token, player name, chat or move."""

import json
import logging
import sys
import time
from typing import Any

log = logging.getLogger("sortilege")


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_event(what: str, level: int = logging.INFO, **facts: Any) -> None:
    if log.isEnabledFor(level):
        log.log(level, what, extra={"facts": facts})


def log_error(what: str, error: BaseException, **facts: Any) -> None:
    log.error(what, exc_info=error, extra={"facts": facts})


def open_logs(level: str) -> None:
    """Write lines of JSON to stderr. What aiohttp says of bad requests is left out: it would be a line for each."""
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(JsonFormatter())
    for name in ("sortilege", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [lines], False
    log.setLevel(level.upper())
    logging.getLogger("asyncio").setLevel("WARNING")
    for name in ("aiohttp.server", "aiohttp.websocket"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
