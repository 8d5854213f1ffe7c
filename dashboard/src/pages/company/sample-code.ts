// A program that sends a message, in the languages that customers write in, with this company's values filled in.

import { curlLine } from '../overview/curl-line.ts';

export interface SampleValues {
  readonly origin: string;
  readonly companyId: string;
  /** Null: the program reads it from its environment. */
  readonly token: string | null;
  readonly text: string;
}

const to = '+966501234567';
const json = (value: string): string => JSON.stringify(value);
/** Between single quotes, where PHP replaces nothing. */
const php = (value: string): string => `'${value.replaceAll(/[\\']/g, '\\$&')}'`;

const node = ({ origin, companyId, token, text }: SampleValues): string =>
  `const response = await fetch(${json(`${origin}/api/v1/messages/send`)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${${token === null ? 'process.env.HUDHUD_TOKEN' : json(token)}}\`,
    'X-Company-ID': ${json(companyId)},
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ to: ${json(to)}, message: ${json(text)} }),
});
console.log(response.status, await response.json());`;

const python = ({ origin, companyId, token, text }: SampleValues): string =>
  `import json, os, urllib.request

token = ${token === null ? 'os.environ["HUDHUD_TOKEN"]' : json(token)}
request = urllib.request.Request(
    ${json(`${origin}/api/v1/messages/send`)},
    data=json.dumps({"to": ${json(to)}, "message": ${json(text)}}).encode(),
    headers={
        "Authorization": f"Bearer {token}",
        "X-Company-ID": ${json(companyId)},
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(response.status, json.load(response))`;

const phpCode = ({ origin, companyId, token, text }: SampleValues): string =>
  `<?php
$token = ${token === null ? "getenv('HUDHUD_TOKEN')" : php(token)};
$request = curl_init(${php(`${origin}/api/v1/messages/send`)});
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . $token,
        'X-Company-ID: ' . ${php(companyId)},
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode(['to' => ${php(to)}, 'message' => ${php(text)}]),
]);
echo curl_exec($request);`;

const curl = ({ token, ...values }: SampleValues): string =>
  curlLine({ ...values, token: token ?? '$HUDHUD_TOKEN' });

export const samples = [
  { language: 'curl', write: curl },
  { language: 'Node.js', write: node },
  { language: 'Python', write: python },
  { language: 'PHP', write: phpCode },
] as const;
