// A database that answers a process that starts, and then has no connection for its first look at the lanes.

import { expect, it } from 'vitest';
import { useDatabase } from './support/database.ts';
import { useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const database = await useDatabase();
await database.query(`
  create table busy (since timestamptz default now());
  insert into busy default values;
  create function refuse_while_busy() returns trigger language plpgsql as $$
  begin
    if exists (select from busy) then
      raise exception 'sorry, too many clients already' using errcode = 'too_many_connections';
    end if;
    return new;
  end $$;
  create trigger refuse_while_busy before update of is_dispatching on processes
    for each row execute function refuse_while_busy();
`);

it('a process that starts beside a busy database stays, and takes its lanes as soon as it can', async () => {
  const stage = await useSendingStage({}, database);
  const dispatching = () => database.query('select from processes where is_dispatching');
  expect((await stage.call('GET', '/readyz')).status).toBe(200);
  expect(await dispatching()).toHaveLength(0);
  await database.query('delete from busy');
  await waitUntil('it has its share of the lanes', async () => (await dispatching()).length === 1);
  const company = await stage.createSendingCompany();
  const { body } = await company.send();
  await company.waitFor(body.message_id, 'sent', 'delivered', 'read');
});
