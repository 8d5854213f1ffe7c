// One `POST /{phone_number_id}/messages` out of the bytes of a connection, when it is as plain as every client writes
// it. This is not a parser of HTTP: whatever it is not sure of is 'other', and left to one that is.

export type MessagePost =
  | { kind: 'message'; phoneNumberId: string; authorization: string; body: unknown; length: number }
  /** Plain so far. */
  | { kind: 'incomplete' }
  | { kind: 'other' };

// Half of what Node takes, so that no limit of Node's is ever near.
const headBytesMax = 8 * 1024;
// Fastify's default.
const bodyBytesMax = 1024 * 1024;

const startOfLine = 'POST /';
const requestLine = /^POST (?:\/v\d{1,9}\.\d{1,9})?\/(\d{1,50})\/messages HTTP\/1\.1$/;
const headerLine = /^([\w!#$%&'*+.^`|~-]+):([\t -~]*)$/;
const startOfHead = /^POST \/(?:[^\r\n]|\r\n)*\r?$/;
const json = /^application\/json(?:; ?charset=utf-8)?$/i;
const lengthOfBody = /^[1-9]\d{0,6}$/;

// Those that say how to read or answer the request. The others mean nothing to the route.
const readHeaders = new Set(['host', 'content-length', 'content-type', 'authorization', 'connection']);
const oddHeaders = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'proxy-connection',
  'trailer',
  'accept-version',
]);

const incomplete: MessagePost = { kind: 'incomplete' };
const other: MessagePost = { kind: 'other' };

interface Head {
  phoneNumberId: string;
  authorization: string;
  bodyBytes: number;
}

// A client writes the same few heads again and again, and reading one takes longer than reading the message.
const headsMax = 1_000;
const heads = new Map<string, Head | null>();

export function readMessagePost(bytes: Buffer): MessagePost {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd > headBytesMax) return other;
  if (headEnd === -1) return isStartOfHead(bytes) ? incomplete : other;

  const head = knownHead(bytes.toString('latin1', 0, headEnd));
  if (!head) return other;
  const { bodyBytes, ...sender } = head;
  const bodyStart = headEnd + 4;
  const length = bodyStart + bodyBytes;
  if (bytes.length < length) return incomplete;
  // Node refuses a request together with rubbish behind it, so the two are not torn apart.
  if (!isStartOfLine(bytes.toString('latin1', length, length + startOfLine.length))) return other;
  try {
    const body: unknown = JSON.parse(bytes.toString('utf8', bodyStart, length));
    return { kind: 'message', ...sender, body, length };
  } catch {
    return other;
  }
}

function knownHead(text: string): Head | null {
  let head = heads.get(text);
  if (head === undefined) {
    head = readHead(text);
    if (heads.size >= headsMax) heads.clear();
    heads.set(text, head);
  }
  return head;
}

function readHead(text: string): Head | null {
  const [first = '', ...lines] = text.split('\r\n');
  const phoneNumberId = requestLine.exec(first)?.[1];
  const headers = phoneNumberId && plainHeaders(lines);
  if (!headers) return null;
  const authorization = headers.get('authorization') ?? '';
  return { phoneNumberId, authorization, bodyBytes: Number(headers.get('content-length')) };
}

/** What may be refused before it is complete (another method, TLS, lines that end oddly) is not waited for. */
function isStartOfHead(bytes: Buffer): boolean {
  if (bytes.length > headBytesMax) return false;
  const text = bytes.toString('latin1');
  return startOfHead.test(text) || isStartOfLine(text);
}

function isStartOfLine(text: string): boolean {
  return startOfLine.startsWith(text);
}

/** Null when one of them is odd, there twice or missing. */
function plainHeaders(lines: string[]): Map<string, string> | null {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    const lowerName = name.toLowerCase();
    if (oddHeaders.has(lowerName) || headers.has(lowerName)) return null;
    if (readHeaders.has(lowerName)) headers.set(lowerName, value.trim());
  }
  const isPlain =
    headers.has('host') &&
    json.test(headers.get('content-type') ?? '') &&
    lengthOfBody.test(headers.get('content-length') ?? '') &&
    Number(headers.get('content-length')) <= bodyBytesMax &&
    (headers.get('connection') ?? 'keep-alive').toLowerCase() === 'keep-alive';
  return isPlain ? headers : null;
}
