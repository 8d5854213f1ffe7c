// Every value of every inbound shape of the facts sheet reaches the customer, in the event and in the message, or
// docs/receiving.md says why not.

import { readFileSync } from 'node:fs';
import type { EventPayload } from '@hudhud/contract/events.ts';
import type { Message } from '@hudhud/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { newUuid } from '../src/platform/ids.ts';
import { fixtureNames, readFixture } from '../src/providers/cloud-api/tests-support/fixtures.ts';
import { useCallbackGateway } from './support/callback-gateway.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useCallbackGateway();

const page = readFileSync(new URL('../../docs/receiving.md', import.meta.url), 'utf8');
const [, section = ''] = page.split('## What has another event, or none');
const [listed = ''] = section.split('\n## ');
/** Paths of the provider's fields that the page explains, from its table. */
const explained = new Set(
  [...listed.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(', ').map((path) => path.replaceAll('`', '')),
  ),
);

type Leaf = readonly [path: string, value: string | number | boolean];

const leavesOf = (value: unknown, path = ''): Leaf[] => {
  if (Array.isArray(value)) return value.flatMap((part) => leavesOf(part, `${path}[]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, part]) =>
      leavesOf(part, path === '' ? name : `${path}.${name}`),
    );
  }
  return value === null || value === undefined ? [] : [[path, value as Leaf[1]]];
};

interface Value {
  readonly metadata: { phone_number_id: string };
  readonly contacts?: readonly object[];
  readonly messages: readonly [{ id: string; from?: string }];
}

const names = fixtureNames('inbound-');
const caller = await gateway.addCaller();
const sender = await gateway.addSender({ companyId: caller.companyId });

/** Brings each fixture under an id of its own and with a time of today, and keeps what it said. */
const bring = async (name: string): Promise<readonly [string, Value]> => {
  const body = structuredClone(readFixture(name)) as { entry: [{ changes: [{ value: Value }] }] };
  const { value } = body.entry[0].changes[0];
  value.metadata.phone_number_id = sender.account;
  Object.assign(value.messages[0], {
    id: `wamid.${newUuid()}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
  });
  expect((await sender.callBack(body)).status).toBe(200);
  return [name, value];
};

const brought = new Map(await Promise.all(names.map(bring)));
const types = 'incoming_message,message_edited,message_deleted';
const events = await waitUntil('all were emitted', async () => {
  const { body } = await caller.get<{ data: EventPayload[] }>(`/api/v1/events?types=${types}&limit=200`);
  return body.data.length >= names.length && body.data;
});

/** The events that the company gets for a fixture. */
const findEvent = async (name: string) => {
  const value = brought.get(name);
  const event = events.find(
    ({ data }) => 'provider_message_id' in data && data.provider_message_id === value?.messages[0].id,
  );
  if (!value || !event) throw new Error(`${name} was not emitted`);
  const { message_id: messageId } = event.data as { message_id: string };
  const message = await caller.get<Message>(`/api/v1/messages/${messageId}`);
  return { value, event, message: message.body };
};

/** What says this value: itself, as a text or a number, or the moment it means. */
const says = (shown: readonly Leaf[], [path, value]: Leaf): boolean => {
  const isFlag = typeof value === 'boolean';
  const text = String(value);
  const moment = /^\d{10}$/.test(text) ? new Date(Number(text) * 1000).getTime() : null;
  return shown.some(([place, other]) => {
    if (isFlag) return other === value && place.includes(path.split('.').at(-1)?.replaceAll('_', '') ?? path);
    if (String(other) === text) return true;
    if (typeof other !== 'string') return false;
    return other.includes(text) || (moment !== null && Date.parse(other) === moment);
  });
};

const shownOf = (data: unknown): Leaf[] =>
  leavesOf(data).map(([path, value]) => [path.replaceAll('_', ''), value]);

const missed = new Set<string>();

describe('every field of an inbound message', () => {
  it('is there to be looked at', () => {
    expect(names.length).toBeGreaterThanOrEqual(40);
    expect(explained.size).toBeGreaterThan(3);
  });

  it.each(names)('%s reaches the customer, or the page says why not', async (name) => {
    const { value, event, message } = await findEvent(name);
    const fields = [
      ...leavesOf(value.messages[0]),
      ...leavesOf(value.contacts ?? []).map(([path, leaf]) => [`contacts${path}`, leaf] as const),
      ...leavesOf(value.metadata).map(([path, leaf]) => [`metadata.${path}`, leaf] as const),
    ];
    for (const shown of [shownOf(event), shownOf(message)]) {
      const lost = fields.filter((leaf) => !says(shown, leaf)).map(([path]) => path);
      for (const path of lost) missed.add(path);
      expect(lost.filter((path) => !explained.has(path))).toEqual([]);
    }
  });

  it('that the page explains is one that does not arrive as it is', () => {
    expect([...explained].filter((path) => !missed.has(path))).toEqual([]);
  });
});
