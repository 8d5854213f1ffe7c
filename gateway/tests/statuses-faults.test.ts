// Statuses while the database is away, loses replies, or refuses a row.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createStatusRecorder,
  type ReportedStatus,
  type StatusRecorderOptions,
} from '../src/messages/statuses/status-recorder.ts';
import { newUuid } from '../src/platform/ids.ts';
import { useDatabase } from './support/database.ts';
import {
  insertOneOutgoing,
  insertOutgoing,
  type OutgoingMessage,
  statusesOf,
  storyOf,
} from './support/outgoing-message.ts';
import { waitUntil } from './support/wait-until.ts';

const database = await useDatabase();
const pools: pg.Pool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

type Fault = 'none' | 'away' | 'lost reply' | 'deadlock';

const faultErrors: Record<Exclude<Fault, 'none'>, Error> = {
  away: Object.assign(new Error('no server there'), { code: 'ECONNREFUSED' }),
  'lost reply': new Error('Connection terminated unexpectedly'),
  deadlock: Object.assign(new Error('deadlock detected'), { code: '40P01' }),
};

/** A recorder whose first statements meet these faults. */
const createRecorder = (faults: Fault[] = [], options: Partial<StatusRecorderOptions> = {}) => {
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pools.push(pool);
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<unknown>;
  const faulty = async (...parameters: unknown[]): Promise<unknown> => {
    const fault = faults.shift();
    if (fault === 'away' || fault === 'deadlock') throw faultErrors[fault];
    const result = await query(...parameters);
    if (fault === 'lost reply') throw faultErrors[fault];
    return result;
  };
  return createStatusRecorder({ writers: Object.assign(pool, { query: faulty }), ...options });
};

const report = (
  message: OutgoingMessage,
  {
    echo = message.echo,
    providerMessageId = `wamid.${message.id}`,
    raw = {} as unknown,
    status = 'sent' as 'sent' | 'delivered',
  } = {},
): ReportedStatus => ({
  companyId: message.companyId,
  senderId: newUuid(),
  status: { providerMessageId, status, at: new Date(), recipient: null, echo, failure: null, raw },
});

await database.query(`
  create function refuse_poison() returns trigger language plpgsql as $$
  begin
    if new.raw like '%poison%' then raise 'poison' using errcode = '22000'; end if;
    return new;
  end $$;
  create trigger refuse_poison before insert on message_statuses for each row execute function refuse_poison();`);

describe('a status', () => {
  it.each<[string, Fault[]]>([
    ['the database is away', ['away']],
    ['the reply to its commit is lost', ['lost reply']],
    ['it meets a deadlock', ['deadlock', 'deadlock']],
    ['all of that happens', ['away', 'deadlock', 'lost reply', 'lost reply']],
  ])('is recorded and emitted once when %s', async (_name, faults) => {
    const message = await insertOneOutgoing(database, newUuid());
    await createRecorder(faults).record([report(message)]);
    expect(await storyOf(database, message)).toMatchObject({
      status: 'sent',
      statuses: ['1 sent'],
      events: ['1 sent'],
    });
  });

  it.each<[string, Fault[]]>([
    ['the database is away', ['away']],
    ['the reply to parking it is lost', ['lost reply']],
    ['the reply to the look for its message is lost', ['none', 'lost reply']],
  ])('without our own id is recorded once when %s', async (_name, faults) => {
    const id = `wamid.${newUuid()}`;
    const message = await insertOneOutgoing(database, newUuid(), { providerMessageId: id });
    await createRecorder(faults).record([
      report(message, { echo: '', providerMessageId: id, status: 'delivered' }),
    ]);
    expect(await storyOf(database, message)).toMatchObject({ status: 'delivered', events: ['1 delivered'] });
  });

  it('is given back to its caller when the database stays away', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    const recorder = createRecorder(Array<Fault>(10_000).fill('away'));
    await expect(recorder.record([report(message)])).rejects.toThrow('no server there');
    expect((await storyOf(database, message)).statuses).toEqual([]);
  });

  it('that the database refuses is reported, and its neighbours are recorded', async () => {
    const refused: ReportedStatus[] = [];
    const recorder = createRecorder([], { onRefused: (_error, item) => refused.push(item) });
    const messages = await insertOutgoing(database, newUuid(), 9);
    const items = messages.map((message, index) =>
      report(message, { raw: index === 4 ? { text: 'poison' } : {} }),
    );
    await recorder.record(items);
    const expected = messages.map((_, index) => (index === 4 ? 'sending' : 'sent'));
    expect(await statusesOf(database, messages)).toEqual(expected);
    expect(refused).toEqual([items[4]]);
  });

  it('with an id beyond all bounds is reported, and its neighbours are parked', async () => {
    const refused: ReportedStatus[] = [];
    const recorder = createRecorder([], { onRefused: (_error, item) => refused.push(item) });
    const company = newUuid();
    const ids = ['wamid.1', randomBytes(20_000).toString('base64'), 'wamid.2'];
    const stranger = { id: newUuid(), companyId: company, attempt: 1, echo: '' };
    await recorder.record(ids.map((providerMessageId) => report(stranger, { providerMessageId })));
    const parked = await database.query(
      'select provider_message_id as id from parked_statuses where company_id = $1 order by 1',
      [company],
    );
    expect(parked).toEqual([{ id: 'wamid.1' }, { id: 'wamid.2' }]);
    expect(refused).toHaveLength(1);
  });

  it('is kept without its raw form when that is nested too deeply to be written', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    let raw: unknown = 'end';
    for (let depth = 0; depth < 100_000; depth += 1) raw = [raw];
    await createRecorder().record([report(message, { raw })]);
    expect((await storyOf(database, message)).status).toBe('sent');
  });

  it('waits for a message row that another process is just changing', async () => {
    const message = await insertOneOutgoing(database, newUuid());
    const other = await database.connect();
    await other.query('begin');
    await other.query(`update messages set status = 'delivered' where id = $1`, [message.id]);
    const recording = createRecorder().record([report(message)]);
    await waitUntil('the status waited for the row', async () => {
      const waiting = await database.query('select pid from pg_locks where not granted');
      return waiting.length > 0;
    });
    await other.query('commit');
    await other.end();
    await recording;
    expect(await storyOf(database, message)).toMatchObject({ status: 'delivered', statuses: ['1 sent'] });
  });
});

describe('a company whose messages another transaction has locked', () => {
  /** A pool that waits as long as that of a gateway. */
  const createPatientRecorder = () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 4, statement_timeout: 10_000 });
    pools.push(pool);
    return createStatusRecorder({ writers: pool });
  };

  const lock = async ({ id }: OutgoingMessage): Promise<() => Promise<void>> => {
    const holder = await database.connect();
    await holder.query('begin');
    await holder.query('select from messages where id = $1 for update', [id]);
    return async () => {
      await holder.query('rollback');
      await holder.end();
    };
  };

  const insertKnown = (): Promise<OutgoingMessage> => {
    const id = newUuid();
    return insertOneOutgoing(database, id, { providerMessageId: `wamid.of.${id}` });
  };

  const ways = [
    ['with our own id', (message: OutgoingMessage) => report(message, { status: 'delivered' })],
    [
      'without it',
      (message: OutgoingMessage) =>
        report(message, {
          echo: '',
          providerMessageId: `wamid.of.${message.companyId}`,
          status: 'delivered',
        }),
    ],
  ] as const;

  it.each(ways)('keeps no other company waiting for statuses %s', async (_name, reportOf) => {
    const [held, free, second, third] = [
      await insertKnown(),
      await insertKnown(),
      await insertKnown(),
      await insertKnown(),
    ];
    const release = await lock(held);
    const recorder = createPatientRecorder();
    const begun = performance.now();
    const ofHeld = recorder.record([reportOf(held)]).then(
      () => 'recorded',
      () => 'failed',
    );
    await recorder.record([reportOf(free)]);
    expect(performance.now() - begun, 'in time').toBeLessThan(3_000);
    expect((await storyOf(database, free)).status).toBe('delivered');
    // From then on its statuses are tried by themselves, so the others do not wait for it at all.
    const rounds: number[] = [];
    for (const message of [second, third]) {
      const since = performance.now();
      const again = recorder.record([reportOf(held)]).catch(() => undefined);
      await recorder.record([reportOf(message)]);
      rounds.push(performance.now() - since);
      void again;
    }
    expect(Math.min(...rounds), 'in time').toBeLessThan(450);
    // Its callback is kept and tried again.
    expect(await ofHeld).toBe('failed');
    expect(performance.now() - begun, 'in time').toBeLessThan(9_000);
    await recorder.drain();
    await release();
    await recorder.record([reportOf(held)]);
    expect((await storyOf(database, held)).status).toBe('delivered');
  });

  it.each(ways)('has its statuses %s recorded as soon as it is free', async (_name, reportOf) => {
    const [held, free] = [await insertKnown(), await insertKnown()];
    const release = await lock(held);
    const recorder = createPatientRecorder();
    const ofHeld = recorder.record([reportOf(held)]);
    await recorder.record([reportOf(free)]);
    await release();
    await ofHeld;
    expect((await storyOf(database, held)).status).toBe('delivered');
  });

  it('keeps no parked status of another company waiting', async () => {
    const recorder = createPatientRecorder();
    const companies = [newUuid(), newUuid()];
    const idOf = (companyId: string): string => `wamid.of.${companyId}`;
    for (const companyId of companies) {
      const stranger = { id: newUuid(), companyId, attempt: 1, echo: '' };
      await recorder.record([report(stranger, { providerMessageId: idOf(companyId), status: 'delivered' })]);
    }
    const messages = await Promise.all(
      companies.map((companyId) =>
        insertOneOutgoing(database, companyId, { providerMessageId: idOf(companyId) }),
      ),
    );
    const [held, free] = messages as [OutgoingMessage, OutgoingMessage];
    const release = await lock(held);
    const known = messages.map(({ id, companyId }) => ({
      companyId,
      providerMessageId: idOf(companyId),
      messageId: id,
      attempt: 1,
    }));
    await expect(recorder.recordParked(known)).rejects.toThrow('lock timeout');
    expect((await storyOf(database, free)).status).toBe('delivered');
    await release();
    await recorder.recordParked(known);
    expect((await storyOf(database, held)).status).toBe('delivered');
  });
});
