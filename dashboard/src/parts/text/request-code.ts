// A recorded request as a program, in the languages that customers write in. The token is not kept, so each program reads it from
// its environment.

export interface CodedRequest {
  readonly origin: string;
  readonly companyId: string;
  readonly method: string;
  readonly path: string;
  /** Null: it has none. */
  readonly body: string | null;
}

const json = (value: string): string => JSON.stringify(value);
/** Between single quotes, where a shell replaces nothing. */
const shell = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;
/** Between single quotes, where PHP replaces nothing. */
const php = (value: string): string => `'${value.replaceAll(/[\\']/g, '\\$&')}'`;
/** Python reads what JSON writes, but for the escapes of characters beyond 16 bits, which JSON.stringify does not use. */
const python = json;

const curl = ({ origin, companyId, method, path, body }: CodedRequest): string =>
  [
    `curl -X ${method} ${shell(`${origin}${path}`)}`,
    '  -H "Authorization: Bearer $HUDHUD_TOKEN"',
    `  -H ${shell(`X-Company-ID: ${companyId}`)}`,
    ...(body === null ? [] : [`  -H 'Content-Type: application/json'`, `  --data-binary ${shell(body)}`]),
  ].join(' \\\n');

const node = ({ origin, companyId, method, path, body }: CodedRequest): string =>
  [
    `const response = await fetch(${json(`${origin}${path}`)}, {`,
    `  method: ${json(method)},`,
    '  headers: {',
    "    Authorization: 'Bearer ' + process.env.HUDHUD_TOKEN,",
    `    'X-Company-ID': ${json(companyId)},`,
    ...(body === null ? [] : [`    'Content-Type': 'application/json',`]),
    '  },',
    ...(body === null ? [] : [`  body: ${json(body)},`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');

const pythonCode = ({ origin, companyId, method, path, body }: CodedRequest): string =>
  [
    'import os, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${python(`${origin}${path}`)},`,
    `    method=${python(method)},`,
    ...(body === null ? [] : [`    data=${python(body)}.encode(),`]),
    '    headers={',
    '        "Authorization": "Bearer " + os.environ["HUDHUD_TOKEN"],',
    `        "X-Company-ID": ${python(companyId)},`,
    ...(body === null ? [] : ['        "Content-Type": "application/json",']),
    '    },',
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');

const phpCode = ({ origin, companyId, method, path, body }: CodedRequest): string =>
  [
    '<?php',
    `$request = curl_init(${php(`${origin}${path}`)});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => ${php(method)},`,
    '    CURLOPT_RETURNTRANSFER => true,',
    '    CURLOPT_HTTPHEADER => [',
    `        'Authorization: Bearer ' . getenv('HUDHUD_TOKEN'),`,
    `        ${php(`X-Company-ID: ${companyId}`)},`,
    ...(body === null ? [] : [`        'Content-Type: application/json',`]),
    '    ],',
    ...(body === null ? [] : [`    CURLOPT_POSTFIELDS => ${php(body)},`]),
    ']);',
    'echo curl_exec($request);',
  ].join('\n');

export const requestCodes = [
  { language: 'curl', write: curl },
  { language: 'Node.js', write: node },
  { language: 'Python', write: pythonCode },
  { language: 'PHP', write: phpCode },
] as const;
