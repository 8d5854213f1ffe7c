// Campaigns by template: everybody gets the header, their own values and the buttons; mistakes are reported before the
// start; and a template that WhatsApp changes stops them. Also what the pre-flight says of windows and costs.

import type { Campaign, Preflight } from '@hudhud/contract/campaigns.ts';
import type { Costs } from '@hudhud/contract/costs.ts';
import type { Template } from '@hudhud/contract/templates.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { importRates } from '../src/costs/import-rates.ts';
import { fromPublicId } from '../src/platform/ids.ts';
import {
  createCampaign,
  isCompleted,
  openCampaign,
  phoneOf,
  type TestCampaign,
} from './support/campaign-stage.ts';
import { expectProblem } from './support/expect-problem.ts';
import { sampleFiles } from './support/sample-files.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const stage = await useSendingStage();
let company: SendingCompany;
let picture: string;

const upload = async (bytes: Uint8Array, name: string): Promise<string> => {
  const uploaded = await fetch(`${stage.address}/api/v1/media?filename=${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${company.token}`,
      'x-company-id': company.id,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  return ((await uploaded.json()) as { id: string }).id;
};

const create = async (name: string, components: readonly object[], more: object = {}): Promise<string> => {
  const made = await company.call<Template>('POST', '/api/v1/templates', {
    body: { name, language: 'en_US', category: 'utility', components, ...more },
  });
  expect(made.status, made.text).toBe(201);
  await waitUntil('the template was approved', async () => {
    const { body } = await company.get<Template>(`/api/v1/templates/${made.body.id}`);
    return body.status === 'approved';
  });
  return made.body.id;
};

const reminder = [
  {
    type: 'BODY',
    text: 'Dear {{name}}, we expect you on {{day}} at the clinic.',
    example: {
      body_text_named_params: [
        { param_name: 'name', example: 'Sara' },
        { param_name: 'day', example: 'Tuesday' },
      ],
    },
  },
];

beforeAll(async () => {
  company = await stage.createSendingCompany();
  await stage.call('PATCH', '/simulator/control/settings', { body: { template_review_delay_ms: 50 } });
  picture = await upload(sampleFiles.png, 'shop.png');
  await create(
    'reminder_with_picture',
    [
      { type: 'HEADER', format: 'IMAGE', example: { media: picture } },
      ...reminder,
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'I come' },
          { type: 'URL', text: 'Open', url: 'https://example.com/{{1}}', example: ['1042'] },
        ],
      },
    ],
    { parameter_format: 'named' },
  );
});

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    phone_number: phoneOf(index),
    variables: { name: `P${index}`, day: 'Monday', code: `c${index}` },
  }));

const template = (more: object = {}) => ({
  name: 'reminder_with_picture',
  language: 'en_US',
  header: { media: { id: picture } },
  buttons: [{ index: 1, value: '{{code}}' }],
  ...more,
});

const make = async (fields: object): Promise<TestCampaign> => {
  const made = await company.call<Campaign>('POST', '/api/v1/campaigns', {
    body: { name: 'By template', ...fields },
  });
  expect(made.status, made.text).toBe(201);
  return openCampaign(company, made.body.id);
};

const preflight = async (campaign: TestCampaign): Promise<Preflight> =>
  (await campaign.step('preflight')) as unknown as Preflight;

describe('a campaign by template', () => {
  it('sends everybody the header, their own values and the buttons', async () => {
    const campaign = await make({ template: template(), audience: { recipients: people(4) } });
    expect(await preflight(campaign)).toMatchObject({
      may_start: true,
      reachable: 4,
      window: { is_checked: false, inside: 0, outside: 4 },
      consent: { opted_in: 0, not_asked: 4 },
      sample: 'Dear P0, we expect you on Monday at the clinic.',
    });
    await campaign.step('start', {});
    await campaign.waitFor('it was completed', isCompleted);
    interface Part {
      readonly type: string;
      readonly parameters: readonly { readonly text?: string; readonly image?: { readonly id: string } }[];
    }
    const sent = (await company.ledger()).map(
      ({ body }) => (body as unknown as { template: { components: readonly Part[] } }).template.components,
    );
    expect(sent).toHaveLength(4);
    const files = new Set(sent.map((parts) => parts[0]?.parameters[0]?.image?.id));
    expect(files.size).toBe(1);
    const texts = sent.map((parts) =>
      parts.slice(1).flatMap(({ parameters }) => parameters.map(({ text }) => text)),
    );
    expect(texts.toSorted()).toEqual(people(4).map((_, at) => [`P${at}`, 'Monday', `c${at}`]));
    const countOf = async (group: string, key: string): Promise<number> => {
      const { body } = await company.get<Costs>(`/api/v1/costs?group=${group}`);
      const row = body.data.find((one) => one.key === key);
      return (row?.charged ?? 0) + (row?.free ?? 0);
    };
    await waitUntil('it was counted', async () => (await countOf('campaign', campaign.id)) === 4);
    expect(await countOf('template', 'reminder_with_picture')).toBe(4);
  });

  it('names who lacks which value, and leaves them out on purpose only', async () => {
    const [first, second] = people(2);
    const recipients = [first, { ...second, variables: { name: 'P1', code: 'c' } }];
    const campaign = await make({ template: template(), audience: { recipients } });
    expect(await preflight(campaign)).toMatchObject({
      may_start: false,
      problems: [
        {
          problem: 'placeholder_unresolved',
          count: 1,
          people: [{ phone_number: phoneOf(1) }],
          placeholders: [{ placeholder: 'day', count: 1 }],
        },
      ],
    });
    expectProblem(
      await company.call('POST', `${campaign.path}/start`, { body: {} }),
      'campaign_has_problems',
    );
    await campaign.step('start', { exclude: ['placeholder_unresolved'] });
    const { counts } = await campaign.waitFor('it was completed', isCompleted);
    expect(counts.skipped).toBe(1);
  });

  it('says what its template lacks before anything starts', async () => {
    const { header: _header, ...bare } = template({ buttons: [] });
    const campaign = await make({ template: bare, audience: { recipients: people(1) } });
    const { obstacles } = await preflight(campaign);
    expect(obstacles.map(({ code }) => code)).toEqual(['template_header_missing', 'template_button_missing']);
    expectProblem(await company.call('POST', `${campaign.path}/start`, { body: {} }), 'campaign_not_ready');
  });

  it('refuses a file that its header does not show', async () => {
    const pdf = await upload(sampleFiles.pdf, 'bill.pdf');
    const campaign = await make({
      template: template({ header: { media: { id: pdf } } }),
      audience: { recipients: people(1) },
    });
    expectProblem(
      await company.call('POST', `${campaign.path}/start`, { body: {} }),
      'media_type_not_allowed',
      { pointer: '/template/header/media' },
    );
  });
});

describe('a template that WhatsApp changes', () => {
  const running = async (name: string): Promise<{ campaign: TestCampaign; id: string }> => {
    const id = await create(name, reminder, { parameter_format: 'named' });
    const campaign = await make({
      template: { name, language: 'en_US' },
      audience: { recipients: people(60) },
      messages_per_second: 2,
    });
    await campaign.step('start', {});
    await campaign.waitFor('it ran', ({ counts }) => counts.sent + counts.delivered + counts.read > 0);
    return { campaign, id };
  };
  const turn = async (name: string, change: object): Promise<void> => {
    const [row] = await stage.database.query<{ reference: string }>(
      'select reference from templates where name = $1 and company_id = $2',
      [name, company.uuid],
    );
    await stage.call('PATCH', `/simulator/control/templates/${row?.reference}`, { body: change });
  };
  const isPaused = ({ state }: Campaign): boolean => state === 'paused';

  it.each([
    ['PAUSED', 'paused'],
    ['DISABLED', 'disabled'],
  ])('to %s pauses its running campaigns with the reason', async (status, word) => {
    const name = `turns_${word}`;
    const { campaign } = await running(name);
    await turn(name, { status });
    const { pause_reason: reason, counts } = await campaign.waitFor('it was paused', isPaused);
    expect(reason).toMatchObject({ kind: 'template', detail: expect.stringContaining(word) });
    expect(counts.waiting).toBeGreaterThan(0);
    expectProblem(
      await company.call('POST', `${campaign.path}/resume`),
      status === 'PAUSED' ? 'template_paused' : 'template_not_approved',
    );
    await campaign.step('cancel');
  });

  it('to another category pauses them, and resuming agrees to it', async () => {
    const { campaign } = await running('turns_marketing');
    await turn('turns_marketing', { category: 'MARKETING' });
    const { pause_reason: reason } = await campaign.waitFor('it was paused', isPaused);
    expect(reason).toMatchObject({
      kind: 'template',
      detail: expect.stringContaining('from utility to marketing'),
    });
    await campaign.step('resume');
    const before = await campaign.read();
    await campaign.waitFor('it went on', ({ counts }) => counts.waiting < before.counts.waiting);
    await campaign.step('cancel');
  });
});

describe('a campaign of free text', () => {
  const wrote = async (own: SendingCompany, phone: string, hoursAgo: number): Promise<void> => {
    await stage.database.query(
      `insert into conversation_windows (company_id, sender_id, person_key, last_incoming_at)
       values ($1, $2, $3, now() - make_interval(secs => $4::double precision * 3600))`,
      [own.uuid, fromPublicId('sender', own.sender.id), phone, hoursAgo],
    );
  };

  it('counts who is inside the window, and leaves out the others on purpose', async () => {
    const own = await stage.createSendingCompany();
    await own.call('PATCH', '/api/v1/company', { body: { window: 'enforced_everywhere' } });
    await wrote(own, phoneOf(0), 1);
    await wrote(own, phoneOf(1), 23.99);
    const recipients = [0, 1, 2].map((index) => ({ phone_number: phoneOf(index) }));
    const campaign = await createCampaign(own, { audience: { recipients } });
    expect(await preflight(campaign)).toMatchObject({
      may_start: false,
      reachable: 1,
      window: { is_checked: true, inside: 1, outside: 2 },
      problems: [{ problem: 'window_closed', count: 2, people: [{}, { phone_number: phoneOf(2) }] }],
    });
    expectProblem(await own.call('POST', `${campaign.path}/start`, { body: {} }), 'campaign_has_problems');
    await campaign.step('start', { exclude: ['window_closed'] });
    const { counts } = await campaign.waitFor('it was completed', isCompleted);
    expect(counts.skipped).toBe(2);
    expect(await campaign.recipients('state=skipped')).toMatchObject([
      { reason: 'window_closed' },
      { reason: 'window_closed' },
    ]);
    expect(await own.ledger()).toHaveLength(1);
  });

  it('finds the window under another address of the person, in contacts too', async () => {
    const own = await stage.createSendingCompany();
    await own.call('PATCH', '/api/v1/company', { body: { window: 'enforced_everywhere' } });
    const phone = phoneOf(50);
    const made = await own.call<{ id: string }>('POST', '/api/v1/contacts', {
      body: { phone_number: phone, tags: ['vip'] },
    });
    await stage.database.query(
      `insert into contact_addresses (company_id, key, contact_id, kind, value)
       values ($1, 'SA.13491208655302741918', $2, 'bsuid', 'SA.13491208655302741918')`,
      [own.uuid, fromPublicId('contact', made.body.id)],
    );
    await wrote(own, 'SA.13491208655302741918', 2);
    const campaign = await createCampaign(own, { audience: { tags: ['vip'] } });
    expect(await preflight(campaign)).toMatchObject({
      may_start: true,
      window: { is_checked: true, inside: 1, outside: 0 },
    });
  });
});

describe('the cost of a campaign', () => {
  it('is estimated by country and category, and a country without a rate is named', async () => {
    const audience = {
      recipients: [
        ...people(2),
        { phone_number: '+201001234567', variables: { name: 'N', day: 'Monday', code: 'x' } },
      ],
    };
    const before = await make({ template: template(), audience });
    expect((await preflight(before)).cost).toBeNull();
    await importRates(
      stage.running.storage.database.pool,
      'SA,utility,0.0107,USD,2026-01-01\nSA,utility,9,USD,2099-01-01\nSA,marketing,0.0455,USD,2026-01-01',
    );
    expect((await preflight(before)).cost).toEqual({
      category: 'utility',
      messages: 3,
      unpriced: 1,
      amounts: [{ currency: 'USD', amount: '0.021400' }],
      countries: [
        { country: 'SA', messages: 2, currency: 'USD', amount: '0.021400' },
        { country: 'EG', messages: 1, currency: null, amount: null },
      ],
    });
  });
});
