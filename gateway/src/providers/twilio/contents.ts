// The Contents that our messages are made of, kept at Twilio under a name that says their shape: made once for an account,
// found again after a restart.

import { createHash } from 'node:crypto';
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import { parseObject } from '../exchange.ts';
import { ownFailure } from '../own-failure.ts';
import type { ProviderCall, ProviderFields } from '../provider.ts';
import type { Fields } from '../read-values.ts';
import { callTwilio } from './call-twilio.ts';
import type { ShapedContent } from './content-shape.ts';
import { field } from './fields.ts';
import { type Refusal, readStepAnswer } from './read-answer.ts';

export type Paged =
  | { readonly kind: 'all'; readonly contents: readonly Fields[]; readonly calls: readonly ProviderCall[] }
  | { readonly kind: 'broken'; readonly refusal: Refusal; readonly calls: readonly ProviderCall[] };

/** An account with more Contents than this is read up to here. */
const pagesMax = 50;
const pageSize = 100;

const unreadable: Refusal = {
  kind: 'retry',
  scope: 'message',
  afterSeconds: 60,
  failure: ownFailure(
    'unreadable_answer',
    'The answer was not one of Twilio.',
    'Twilio did not answer as it should.',
    'Check the base address of the sender.',
  ),
};

/** Path and query of the next page. Only those are used: the host stays that of the sender. */
const nextPath = (meta: unknown): string | null => {
  const next = asText(asFields(meta)?.next_page_url);
  if (next === null || !URL.canParse(next)) return null;
  const { search } = new URL(next);
  return `v1/ContentAndApprovals${search}`;
};

export const listContents = async (http: OutgoingHttp, fields: ProviderFields): Promise<Paged> => {
  const calls: ProviderCall[] = [];
  const contents: Fields[] = [];
  let path: string | null = `v1/ContentAndApprovals?PageSize=${pageSize}`;
  for (let page = 0; path !== null && page < pagesMax; page += 1) {
    const { result, call } = await callTwilio(http, fields, { method: 'GET', host: 'content', path });
    calls.push(call);
    const refusal = readStepAnswer(result);
    if (refusal) return { kind: 'broken', refusal, calls };
    const answer = result.kind === 'answered' ? parseObject(result.body) : null;
    if (!answer || !Array.isArray(answer.contents)) return { kind: 'broken', refusal: unreadable, calls };
    contents.push(...answer.contents.flatMap((content: unknown): Fields[] => [asFields(content) ?? {}]));
    path = nextPath(answer.meta);
  }
  return { kind: 'all', contents, calls };
};

export type Made =
  | { readonly kind: 'made'; readonly sid: string; readonly calls: readonly ProviderCall[] }
  | { readonly kind: 'broken'; readonly refusal: Refusal; readonly calls: readonly ProviderCall[] };

export const createContent = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  content: { friendly_name: string; language: string; variables: object; types: object },
): Promise<Made> => {
  const { result, call } = await callTwilio(http, fields, {
    method: 'POST',
    host: 'content',
    path: 'v1/Content',
    body: content,
  });
  const refusal = readStepAnswer(result);
  if (refusal) return { kind: 'broken', refusal, calls: [call] };
  const sid = result.kind === 'answered' ? asText(parseObject(result.body)?.sid) : null;
  return sid ? { kind: 'made', sid, calls: [call] } : { kind: 'broken', refusal: unreadable, calls: [call] };
};

const namePrefix = 'hudhud_shape_';

/** Every text is a variable, so the name says all that there is in the Content. */
const shapeName = ({ types }: ShapedContent): string =>
  namePrefix + createHash('sha256').update(JSON.stringify(types)).digest('hex').slice(0, 24);

interface KnownShapes {
  /** By name. */
  readonly sids: Map<string, string>;
  /** True when the Contents made before this process have been read. */
  isRead: boolean;
}

const accountsMax = 1_000;
const shapesMax = 1_000;
const known = new Map<string, KnownShapes>();

const shapesOf = (fields: ProviderFields): KnownShapes => {
  const key = `${field(fields, 'base_url')} ${field(fields, 'account_sid')}`;
  const found = known.get(key) ?? { sids: new Map<string, string>(), isRead: false };
  if (known.size >= accountsMax && !known.has(key)) known.clear();
  known.set(key, found);
  return found;
};

const readShapes = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  shapes: KnownShapes,
): Promise<Paged> => {
  const listed = await listContents(http, fields);
  if (listed.kind === 'broken') return listed;
  for (const { friendly_name: name, sid } of listed.contents) {
    const text = asText(name);
    const id = asText(sid);
    if (text?.startsWith(namePrefix) && id) shapes.sids.set(text, id);
  }
  shapes.isRead = true;
  return listed;
};

/** The Content of this shape, made if the account has none. The message is in none of the calls: its texts are variables. */
export const contentOfShape = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  shaped: ShapedContent,
): Promise<Made> => {
  const shapes = shapesOf(fields);
  const name = shapeName(shaped);
  const calls: ProviderCall[] = [];
  if (!shapes.sids.has(name) && !shapes.isRead) {
    const read = await readShapes(http, fields, shapes);
    calls.push(...read.calls);
    if (read.kind === 'broken') return { kind: 'broken', refusal: read.refusal, calls };
  }
  const sid = shapes.sids.get(name);
  if (sid !== undefined) return { kind: 'made', sid, calls };
  const samples = Object.fromEntries(Object.keys(shaped.values).map((key) => [key, 'text']));
  const content = { friendly_name: name, language: 'en', variables: samples, types: shaped.types };
  const made = await createContent(http, fields, content);
  if (made.kind === 'made') {
    if (shapes.sids.size >= shapesMax) shapes.sids.clear();
    shapes.sids.set(name, made.sid);
  }
  return { ...made, calls: [...calls, ...made.calls] };
};

/** After a refusal: the Content may have been deleted at Twilio. */
export const forgetShape = (fields: ProviderFields, shaped: ShapedContent): void => {
  shapesOf(fields).sids.delete(shapeName(shaped));
};
