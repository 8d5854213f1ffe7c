<?php
$request = curl_init(getenv('HUDHUD_URL') . '/api/v1/messages/send');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('HUDHUD_TOKEN'),
        'X-Company-ID: ' . getenv('HUDHUD_COMPANY_ID'),
        'Content-Type: application/json',
        'Idempotency-Key: order-1042-shipped',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'to' => '+966501234567',
        'message' => 'Your order 1042 is on its way.',
    ]),
]);
$body = json_decode(curl_exec($request), true);
if (curl_getinfo($request, CURLINFO_RESPONSE_CODE) >= 400) {
    exit($body['code'] . ': ' . $body['detail'] . PHP_EOL);
}
echo $body['status'], ' ', $body['message_id'], PHP_EOL;
