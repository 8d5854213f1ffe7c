// The page of events and the schemas say the same: every event and every field is on the page, and every example passes.

import { readFileSync } from 'node:fs';
import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { type EventType, eventSchemas, eventTypes } from './events.ts';

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
const [, listed = ''] = page.split('## The events');
const sections = new Map(
  listed
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.slice(1, text.indexOf('`', 1)), text] as const),
);

const examplesOf = (name: string): { data: object }[] =>
  [...(sections.get(name) ?? '').matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) =>
    JSON.parse(json),
  );

const fieldsOf = (name: EventType): string[] => Object.keys(eventSchemas[name].properties.data.properties);

describe('the page of events', () => {
  test('has one section for every event, and none for others', () => {
    expect([...sections.keys()].toSorted()).toEqual(eventTypes.toSorted());
  });

  test.each(eventTypes)('explains every field of %s', (name) => {
    const cells = [...(sections.get(name) ?? '').matchAll(/^\| (`[^|]+`) \|/gm)].map(([, cell = '']) => cell);
    const explained = cells.flatMap((cell) => cell.split(', ').map((field) => field.replaceAll('`', '')));
    expect(explained.toSorted()).toEqual(fieldsOf(name).toSorted());
  });

  test.each(eventTypes)('shows examples of %s that pass the schema and hold only known fields', (name) => {
    const examples = examplesOf(name);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const problems = Value.Errors(eventSchemas[name], example).map((error) => JSON.stringify(error));
      expect(problems).toEqual([]);
      expect(fieldsOf(name)).toEqual(expect.arrayContaining(Object.keys(example.data)));
    }
  });
});

describe('an event', () => {
  const [example] = examplesOf('incoming_message');

  test.each([
    ['a time in UTC by its letter', { ...example, timestamp: '2026-11-15T09:30:00Z' }],
    ['no time at all', { ...example, timestamp: 'now' }],
    [
      'a phone number with a plus sign',
      { ...example, data: { ...example?.data, sender_phone: '+966501234567' } },
    ],
    ['an id of another kind', { ...example, id: 'msg_01kagx5p9ne0ps4a2v7qk3m8dz' }],
    ['the name of another event', { ...example, event: 'message_status' }],
    ['no text', { ...example, data: { ...example?.data, message_body: undefined } }],
  ])('does not pass with %s', (_name, changed) => {
    expect(Value.Check(eventSchemas.incoming_message, example)).toBe(true);
    expect(Value.Check(eventSchemas.incoming_message, changed)).toBe(false);
  });

  test('may have more fields than we know today', () => {
    const more = { ...example, data: { ...example?.data, mood: 'cheerful' } };
    expect(Value.Check(eventSchemas.incoming_message, more)).toBe(true);
  });
});
