const { HUDHUD_URL, HUDHUD_TOKEN, HUDHUD_COMPANY_ID } = process.env;

const answer = await fetch(`${HUDHUD_URL}/api/v1/messages/send`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${HUDHUD_TOKEN}`,
    'X-Company-ID': HUDHUD_COMPANY_ID,
    'Content-Type': 'application/json',
    'Idempotency-Key': 'order-1042-shipped',
  },
  body: JSON.stringify({ to: '+966501234567', message: 'Your order 1042 is on its way.' }),
});
const body = await answer.json();
if (!answer.ok) throw new Error(`${body.code}: ${body.detail}`);
console.log(body.status, body.message_id);
