#!/usr/bin/env python3
"""Books a trip: a handler for `millrace worker book-trip --exec examples/trips/handler.py`."""

import json
import sys

job = json.load(sys.stdin)
destination, travellers = job["variables"]["destination"], job["variables"]["travellers"]
if travellers > 9:
    json.dump({"errorCode": "TOO_MANY", "message": "Groups are booked by phone"}, sys.stdout)
    sys.exit(80)
print(f"booking {destination} for {travellers}", file=sys.stderr)
json.dump({"booking": f"R-{travellers}-{destination}"}, sys.stdout)
