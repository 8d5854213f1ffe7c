// `hudhud route ...` beside a running gateway.

import type { Route } from '@hudhud/contract/routes.ts';
import type { Sender } from '@hudhud/contract/senders.ts';
import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { type CommandOutcome, callCommand, spawnCommand } from './support/command-line.ts';
import { testEnvironment } from './support/gateway.ts';
import { useSendingStage } from './support/sending-stage.ts';

const stage = await useSendingStage();
const environment = testEnvironment(stage.database.url);

const run = (...words: string[]): Promise<CommandOutcome> =>
  callCommand({ words: ['route', ...words], environment });

const list = async (company: string): Promise<Route[]> =>
  JSON.parse((await run('list', '--company', company, '--json')).stdout) as Route[];

describe('hudhud route', () => {
  it('adds, lists and deletes routes', async () => {
    const company = await stage.createSendingCompany();
    const { body: second } = await company.call<Sender>('POST', '/api/v1/senders', {
      body: { name: 'Second', provider: 'meta_cloud', fields: {}, is_simulated: true },
    });
    const senders = ['--sender', second.id, '--sender', company.sender.id];
    const words = ['--company', company.id, '--name', 'Kuwait', ...senders];
    expect(await run('add', ...words, '--country', '+965', '--after', '7')).toMatchObject({ code: 0 });
    const [route] = await list(company.id);
    expect(route).toMatchObject({
      name: 'Kuwait',
      senders: [second.id, company.sender.id],
      country_prefix: '965',
      after_minutes: 7,
    });
    const people = await spawnCommand({ words: ['route', 'list', '--company', company.id], environment });
    expect(people.stdout).toContain('Kuwait: +965');
    expect(people.stdout).toContain(`${second.id} > ${company.sender.id}, the next after 7 minutes`);
    const gone = ['delete', '--company', company.id, '--route', route?.id ?? ''];
    expect((await run(...gone)).code).toBe(0);
    expect((await run(...gone)).code).toBe(3);
    expect(await list(company.id)).toEqual([]);
  });

  it('refuses senders of another company, and words that make no sense', async () => {
    const [ours, theirs] = [await stage.createSendingCompany(), await stage.createSendingCompany()];
    const add = (...words: string[]) => run('add', '--company', ours.id, '--name', 'All', ...words);
    expect((await add('--sender', theirs.sender.id)).code).toBe(4);
    expect((await add()).code).toBe(2);
    expect((await add('--sender', 'nobody')).code).toBe(2);
    expect((await add('--sender', ours.sender.id, '--after', 'soon')).code).toBe(2);
    expect((await add('--sender', ours.sender.id, '--country', 'SA')).code).toBe(2);
    expect((await run('list', '--company', toPublicId('company', newUuid()))).code).toBe(3);
  });
});
