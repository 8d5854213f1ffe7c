curl -sS -X POST "$HUDHUD_URL/api/v1/messages/send" \
  -H "Authorization: Bearer $HUDHUD_TOKEN" \
  -H "X-Company-ID: $HUDHUD_COMPANY_ID" \
  -H 'Content-Type: application/json' \
  -H 'Idempotency-Key: order-1042-shipped' \
  -d '{"to": "+966501234567", "message": "Your order 1042 is on its way."}'
