// The database refuses one row of a batch: that message fails, its neighbours do not notice.

import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';
import { requestIdOf, waitForRequest } from './support/request-rows.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway({ environment: { DATABASE_WRITERS: '1' } });
await gateway.database.query(`alter table messages add constraint no_poison check (body not like 'poison%')`);
await gateway.database.query(`
  alter table requests add constraint no_poison check (path not like '%poison%')`);

describe('a poison row', () => {
  it('fails alone, wherever it stands in its batch', async () => {
    const company = await gateway.createCompany();
    const texts = Array.from({ length: 60 }, (_, index) =>
      index % 25 === 12 ? 'poison' : `Message ${index}`,
    );
    // A held lock keeps the first batch waiting, so that all the others are in one batch behind it.
    const lock = await gateway.database.connect();
    await lock.query('begin; lock table messages in exclusive mode');
    const sending = texts.map((message) => company.send({ message }));
    await waitUntil('all of them waited for the store', async () => {
      const { text } = await gateway.call('GET', '/metrics');
      return /^hudhud_inbox_requests 60$/m.test(text);
    });
    await lock.query('commit');
    await lock.end();

    const answers = await Promise.all(sending);
    for (const [index, answer] of answers.entries()) {
      if (texts[index] === 'poison') expectProblem(answer, 'internal_error');
      else expect(answer.status).toBe(202);
    }
    const rows = await gateway.database.query<{ body: string }>(
      'select body from messages where company_id = $1 order by body',
      [company.uuid],
    );
    expect(rows.map((row) => row.body)).toEqual(texts.filter((text) => text !== 'poison').sort());
  });

  it('leaves a row in the Event Monitor, and its cause without its text in the log', async () => {
    const company = await gateway.createCompany();
    const answer = await company.send({ message: 'poison and confidential words' });
    expect(answer.text).not.toContain('no_poison');
    const recorded = await waitForRequest(company, requestIdOf(answer));
    expect(recorded).toMatchObject({ status: 500, error_code: 'internal_error', message_id: null });
    expect(gateway.logLines.some((line) => line.includes('no_poison'))).toBe(true);
    expect(gateway.logLines.join()).not.toMatch(/confidential|966501234567/);
  });

  it('frees its Idempotency-Key', async () => {
    const company = await gateway.createCompany();
    const headers = { 'idempotency-key': 'poisoned' };
    expectProblem(await company.send({ message: 'poison' }, headers), 'internal_error');
    expect((await company.send({ message: 'harmless' }, headers)).status).toBe(202);
  });

  it('among reads is counted, and its neighbours are recorded', async () => {
    const company = await gateway.createCompany();
    const paths = ['/api/v1/me?a', '/api/v1/me?poison', '/api/v1/me?b'];
    await Promise.all(paths.map((path) => company.get(path)));
    const recorded = await waitUntil('the neighbours were recorded', async () => {
      const rows = await gateway.database.query<{ path: string }>(
        'select path from requests where company_id = $1 order by path',
        [company.uuid],
      );
      return rows.length >= 2 && rows.map((row) => row.path);
    });
    expect(recorded).toEqual(['/api/v1/me?a', '/api/v1/me?b']);
    await waitUntil('the lost one was counted', async () => {
      const { text } = await gateway.call('GET', '/metrics');
      return /^hudhud_unrecorded_requests_total 1$/m.test(text);
    });
  });
});
