"""Runs the first example of the README against MILLRACE_URL."""

import contextlib
import io
import os
import re
from pathlib import Path

readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
example = re.search(r"```python\n(.*?)```", readme, re.DOTALL)
assert example is not None
printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    exec(example.group(1).replace("http://127.0.0.1:8080", os.environ["MILLRACE_URL"]), {})  # noqa: S102
assert re.fullmatch(r"[1-9]\d* new invoices\n", printed.getvalue()), printed.getvalue()
