// Is it really Twilio that calls? It signs the address that it was given and every parameter of a form; of a JSON body its
// hash stands in the address. It is not of one mind about default ports and the escaping of the query.

import { createHash, createHmac } from 'node:crypto';
import type { Callback } from '../callback.ts';
import { equalSignatures } from '../prove-callback.ts';
import type { ProviderFields } from '../provider.ts';
import { field } from './fields.ts';
import { formIn } from './parameters.ts';

const compare = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0);

/** Names by their code units; a name that comes twice has each of its values once. Nothing stands between them. */
const signedParameters = (body: Buffer): string => {
  const sorted = formIn(body).toSorted(
    ([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue),
  );
  let text = '';
  for (const [index, [name, value]] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before?.[0] !== name || before[1] !== value) text += name + value;
  }
  return text;
};

/** Scheme, name and port, then the rest. The parser of addresses would drop a default port. */
const addressParts = /^(https?):\/\/([^/?#]+?)(?::(\d+))?(?=[/?]|$)(.*)$/;
const defaultPorts: Readonly<Record<string, string>> = { https: '443', http: '80' };

/** With and without the default port; an explicit port of another kind stays. */
const withPorts = (url: string): string[] => {
  const [, scheme = '', name = '', port, rest = ''] = addressParts.exec(url) ?? [];
  const usual = defaultPorts[scheme];
  if (usual === undefined || (port !== undefined && port !== usual)) return [url];
  return [`${scheme}://${name}${rest}`, `${scheme}://${name}:${usual}${rest}`];
};

/** The ways in which Twilio may have written this address. */
const spellings = (given: string): string[] => {
  const [url = ''] = given.split('#');
  return withPorts(url).flatMap((text) => {
    const at = text.indexOf('?');
    if (at === -1 || !/'|%27/.test(text)) return [text];
    const [path, query] = [text.slice(0, at), text.slice(at)];
    return [text, path + query.replaceAll("'", '%27'), path + query.replaceAll('%27', "'")];
  });
};

const isSigned = (signature: string, authToken: string, urls: readonly string[], signed: string): boolean =>
  urls.some((url) =>
    equalSignatures(signature, createHmac('sha1', authToken).update(url).update(signed).digest('base64')),
  );

export const verifyTwilioCallback = (
  { method, url, query, headers, body }: Callback,
  fields: ProviderFields,
): boolean => {
  const signature = headers['x-twilio-signature'];
  const authToken = field(fields, 'auth_token');
  if (typeof signature !== 'string' || authToken === '') return false;
  const urls = spellings(url);
  const bodyHash = query.bodySHA256;
  if (typeof bodyHash === 'string') {
    const hash = createHash('sha256').update(body).digest('hex');
    return equalSignatures(hash, bodyHash.toLowerCase()) && isSigned(signature, authToken, urls, '');
  }
  return isSigned(signature, authToken, urls, method === 'GET' ? '' : signedParameters(body));
};
