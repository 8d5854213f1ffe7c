// Campaigns of more than a text: what everybody gets is what the simulator received, with each person's own values in it.

import type { CampaignContent } from '@hudhud/contract/campaign-content.ts';
import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { describe, expect, it } from 'vitest';
import { createCampaign, isCompleted, listOf } from './support/campaign-stage.ts';
import { expectProblem } from './support/expect-problem.ts';
import { sampleFiles } from './support/sample-files.ts';
import { useSendingStage } from './support/sending-stage.ts';

const stage = await useSendingStage();

const buttons: Extract<CampaignContent, { type: 'buttons' }> = {
  type: 'buttons',
  message: 'Hello {{name}}, does {{day|Tuesday}} suit you?',
  header: { text: 'For {{name}}' },
  footer: 'Al Noor Clinic',
  buttons: [
    { id: 'yes', title: 'Yes, {{name}}' },
    { id: 'no', title: 'Another day' },
  ],
};

const people = (count: number) =>
  listOf(count).map((person, index) => ({ ...person, variables: { name: `P${index}` } }));

describe('a campaign with buttons', () => {
  it('fills every text for everybody, and shows the first before it starts', async () => {
    const company = await stage.createSendingCompany();
    const recipients = people(5);
    const campaign = await createCampaign(company, { content: buttons, audience: { recipients } });
    expect(await campaign.step('preflight')).toMatchObject({
      may_start: true,
      sample: 'Hello P0, does Tuesday suit you?',
      sample_content: {
        type: 'buttons',
        header: { text: 'For P0' },
        buttons: [{ id: 'yes', title: 'Yes, P0' }, { id: 'no' }],
      },
    });
    await campaign.step('start', {});
    await campaign.waitFor('it was completed', isCompleted);
    const ledger = await company.ledger();
    const titles = ledger.map(({ body }) => {
      const { interactive } = body as unknown as {
        interactive: { header: { text: string }; action: { buttons: { reply: { title: string } }[] } };
      };
      return `${interactive.header.text}: ${interactive.action.buttons[0]?.reply.title}`;
    });
    expect(titles.toSorted()).toEqual(recipients.map((_, index) => `For P${index}: Yes, P${index}`));
  });

  it('says who cannot be filled, also when only a button needs it', async () => {
    const company = await stage.createSendingCompany();
    const content = { ...buttons, message: 'Hello', header: { text: 'Hi' } };
    const recipients = [...people(2), { phone_number: listOf(3)[2]?.phone_number ?? '' }];
    const campaign = await createCampaign(company, { content, audience: { recipients } });
    expect(await campaign.step('preflight')).toMatchObject({
      may_start: false,
      problems: [
        { problem: 'placeholder_unresolved', count: 1, placeholders: [{ placeholder: 'name', count: 1 }] },
      ],
    });
  });

  it('skips a person whose values make a title too long, and reaches the others', async () => {
    const company = await stage.createSendingCompany();
    const recipients = people(2).map((person, index) =>
      index === 0 ? { ...person, variables: { name: 'x'.repeat(30) } } : person,
    );
    const content = { ...buttons, header: { text: 'Hi' } };
    const campaign = await createCampaign(company, { content, audience: { recipients } });
    await campaign.step('start', {});
    const { counts } = await campaign.waitFor('it was completed', isCompleted);
    expect(counts.skipped).toBe(1);
    expect(await company.ledger()).toHaveLength(1);
  });
});

describe('a campaign with a picture', () => {
  it('sends everybody the one file that was uploaded, each with their own caption', async () => {
    const company = await stage.createSendingCompany();
    const uploaded = await fetch(`${stage.address}/api/v1/media?filename=shop.png`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${company.token}`,
        'x-company-id': company.id,
        'content-type': 'image/png',
      },
      body: new Uint8Array(sampleFiles.png),
    });
    expect(uploaded.status).toBe(201);
    const { id } = (await uploaded.json()) as { id: string };
    const content = { type: 'image' as const, media: { id }, message: 'Hello {{name}}' };
    const campaign = await createCampaign(company, { content, audience: { recipients: people(4) } });
    await campaign.step('start', {});
    await campaign.waitFor('it was completed', isCompleted);
    const images = (await company.ledger()).map(
      ({ body }) => (body as unknown as { image: { id: string; caption: string } }).image,
    );
    expect(images.map(({ caption }) => caption).toSorted()).toEqual(people(4).map((_, at) => `Hello P${at}`));
    expect(new Set(images.map((image) => image.id)).size).toBe(1);
  });

  it('whose file is not there is refused before anything is kept', async () => {
    const company = await stage.createSendingCompany();
    const content = { type: 'image', media: { id: 'med_01kagx5p9ne0ps4a2v7qk3m8dz' } };
    const answer = await company.call('POST', '/api/v1/campaigns', { body: { name: 'Spring', content } });
    expectProblem(answer, 'media_not_found', { pointer: '/content/media' });
  });
});

describe('a draft', () => {
  const make = async (body: object) => {
    const company = await stage.createSendingCompany();
    return await company.call<Campaign>('POST', '/api/v1/campaigns', { body: { name: 'Spring', ...body } });
  };

  it('has a text or a content, and each replaces the other', async () => {
    const company = await stage.createSendingCompany();
    const made = await company.call<Campaign>('POST', '/api/v1/campaigns', {
      body: { name: 'Spring', content: buttons },
    });
    expect(made.body).toMatchObject({ text: buttons.message, content: buttons });
    const path = `/api/v1/campaigns/${made.body.id}`;
    const changed = await company.call<Campaign>('PATCH', path, { body: { text: 'Hello' } });
    expect(changed.body).toMatchObject({ text: 'Hello', content: { type: 'text', message: 'Hello' } });
    const plain = await company.call<Campaign>('PATCH', path, {
      body: { content: { type: 'text', message: 'Hi', preview_url: true } },
    });
    expect(plain.body).toMatchObject({ text: 'Hi', content: { type: 'text', preview_url: true } });
    const both = await company.call('PATCH', path, { body: { text: 'x', content: buttons } });
    expectProblem(both, 'invalid_value', { pointer: '/text' });
  });

  it.each([
    [{ ...buttons, buttons: [] }, 'wrong_count', '/content/buttons'],
    [
      { ...buttons, buttons: [buttons.buttons[1], buttons.buttons[1]] },
      'repeated_value',
      '/content/buttons/1/title',
    ],
    [{ ...buttons, footer: 'x'.repeat(61) }, 'text_too_long', '/content/footer'],
    [{ ...buttons, footer: '{{first name}}' }, 'placeholder_unresolved', '/content/footer'],
    [{ type: 'reaction', reaction: { message_id: 'x', emoji: '' } }, 'unknown_message_type', '/content/type'],
  ] as const)('with a wrong content is refused where it is wrong: %#', async (content, code, pointer) => {
    const answer = await make({ content });
    expectProblem(answer, code, { pointer });
  });
});
