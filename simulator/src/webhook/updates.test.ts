import { expect, it } from 'vitest';
import { account } from '../../tests/start-simulator.ts';
import { createNumbers } from '../account/numbers.ts';
import { envelope, type Update } from './updates.ts';

const numbers = createNumbers();
const first = numbers.register({ ...account, callbackUrl: null });
const second = numbers.register({
  ...account,
  phoneNumberId: '2',
  displayPhoneNumber: '+2',
  callbackUrl: null,
});
const other = numbers.register({ ...account, phoneNumberId: '3', wabaId: '9', callbackUrl: null });

const contact = (id: string) => ({ profile: { name: id }, wa_id: id, user_id: `US.${id}` });
const status = (id: string, number = first): Update => ({
  kind: 'status',
  number,
  status: { id },
  contact: contact(id),
});
const message = (id: string, number = first): Update => ({
  kind: 'message',
  number,
  message: { id },
  contact: contact(id),
});

it('puts neighbours of one number and kind into one change, each person once', () => {
  expect(envelope([status('a'), status('a'), status('b')])).toEqual({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: account.wabaId,
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '15550783881', phone_number_id: account.phoneNumberId },
              contacts: [contact('a'), contact('b')],
              statuses: [{ id: 'a' }, { id: 'a' }, { id: 'b' }],
            },
          },
        ],
      },
    ],
  });
});

it('makes entries by account and changes by number and kind, in order', () => {
  const made = envelope([
    status('a'),
    message('b'),
    status('c', second),
    status('d', other),
    status('e'),
  ]) as {
    entry: { id: string; changes: { value: Record<string, unknown> }[] }[];
  };
  expect(made.entry.map(({ id, changes }) => [id, changes.length])).toEqual([
    [account.wabaId, 4],
    ['9', 1],
  ]);
  const kinds = made.entry[0]?.changes.map(({ value }) => Object.keys(value).at(-1));
  expect(kinds).toEqual(['statuses', 'messages', 'statuses', 'statuses']);
});

it('gives other fields an entry of their own with a time', () => {
  const field: Update = {
    kind: 'field',
    number: first,
    field: 'account_update',
    value: { event: 'X' },
    atMs: 1_739_321_024_999,
  };
  expect(envelope([field])).toMatchObject({
    entry: [
      {
        id: account.wabaId,
        time: 1_739_321_024,
        changes: [{ field: 'account_update', value: { event: 'X' } }],
      },
    ],
  });
});

it('leaves contacts out when there is no contact to show', () => {
  const made = JSON.stringify(envelope([{ kind: 'status', number: first, status: {}, contact: null }]));
  expect(made).not.toContain('contacts');
});
