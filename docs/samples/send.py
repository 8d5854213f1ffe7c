import json
import os
import urllib.error
import urllib.request

request = urllib.request.Request(
    os.environ["HUDHUD_URL"] + "/api/v1/messages/send",
    data=json.dumps({"to": "+966501234567", "message": "Your order 1042 is on its way."}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["HUDHUD_TOKEN"],
        "X-Company-ID": os.environ["HUDHUD_COMPANY_ID"],
        "Content-Type": "application/json",
        "Idempotency-Key": "order-1042-shipped",
    },
)
try:
    with urllib.request.urlopen(request, timeout=30) as answer:
        body = json.load(answer)
except urllib.error.HTTPError as refusal:
    problem = json.load(refusal)
    raise SystemExit(problem["code"] + ": " + problem["detail"])
print(body["status"], body["message_id"])
