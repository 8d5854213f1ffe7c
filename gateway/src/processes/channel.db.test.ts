import { afterAll, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { createLog } from '../platform/log.ts';
import { createChannels, notifyProcesses } from './channel.ts';

const database = await useDatabase();
const client = await database.connect();
afterAll(() => client.end());
const options = { connection: { connectionString: database.url }, log: createLog('silent') };

const countConnections = async (): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where application_name = 'hudhud channels' and datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
};

/** Notifies until it is received: the connection may still be on its way. */
const untilReceived = async (name: string, received: readonly string[], word: string): Promise<void> => {
  await expect
    .poll(
      async () => {
        await notifyProcesses(client, name, [word]);
        return received.includes(word);
      },
      { interval: 50 },
    )
    .toBe(true);
};

it('several channels share a connection, which comes back when it breaks and goes with the last of them', async () => {
  const channels = createChannels(options);
  const [first, second]: [string[], string[]] = [[], []];
  const one = channels.open('channel_one', (payload) => first.push(payload));
  const two = channels.open('channel_two', (payload) => second.push(payload));
  await untilReceived('channel_one', first, 'a');
  await untilReceived('channel_two', second, 'b');
  expect(first).not.toContain('b');
  expect(await countConnections()).toBe(1);

  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'hudhud channels' and datname = current_database()`,
  );
  await untilReceived('channel_one', first, 'c');
  await untilReceived('channel_two', second, 'd');

  await one.close();
  await untilReceived('channel_two', second, 'e');
  await notifyProcesses(client, 'channel_one', ['f']);
  await untilReceived('channel_two', second, 'g');
  expect(first).not.toContain('f');

  await two.close();
  await expect.poll(countConnections).toBe(0);
});

it('a channel that is opened later is received too, and one that is closed at once leaves no connection', async () => {
  const channels = createChannels(options);
  await channels.open('channel_one', () => undefined).close();
  await expect.poll(countConnections).toBe(0);

  const received: string[] = [];
  const one = channels.open('channel_one', () => undefined);
  await expect.poll(countConnections).toBe(1);
  const late = channels.open('channel_late', (payload) => received.push(payload));
  await untilReceived('channel_late', received, 'h');
  expect(await countConnections()).toBe(1);
  await one.close();
  await late.close();
  await expect.poll(countConnections).toBe(0);
});
