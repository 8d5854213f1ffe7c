import { describe, expect } from 'vitest';
import { useN8nStage } from './n8n-stage.ts';

const { engine, inN8n, newCompany } = await useN8nStage();

describe('Contact, run by n8n against a gateway', () => {
  const contact = (operation: string, more: object = {}) => ({ resource: 'contact', operation, ...more });

  inN8n('goes from its creation to its deletion', async () => {
    const { credential } = await newCompany();
    const run = async (parameters: Readonly<Record<string, unknown>>) => {
      const { items, error } = await engine().run({ credential, parameters });
      expect(error).toBeUndefined();
      return items;
    };
    const [made] = await run(
      contact('create', {
        phoneNumber: '+966501234567',
        additionalFields: { name: 'Sara', tags: 'vip, riyadh', consent: 'opted_in', consentSource: 'form' },
      }),
    );
    expect(made).toMatchObject({ name: 'Sara', consent: { state: 'opted_in', source: 'form' } });
    expect(made?.tags).toEqual(expect.arrayContaining(['riyadh', 'vip']));
    const contactId = String(made?.id);
    const [upserted] = await run(
      contact('upsert', { phoneNumber: '+966501234567', additionalFields: { language: 'ar' } }),
    );
    expect(upserted).toMatchObject({ id: contactId, name: 'Sara', language: 'ar' });
    await run(contact('upsert', { phoneNumber: '+966501234567' }));
    const [changed] = await run(
      contact('update', { contactId, updateFields: { name: 'Sara Ali', tags: '' } }),
    );
    expect(changed).toMatchObject({ name: 'Sara Ali', tags: [] });
    expect(await run(contact('get', { contactId }))).toMatchObject([{ id: contactId, name: 'Sara Ali' }]);
    expect(await run(contact('delete', { contactId }))).toEqual([{ deleted: true }]);
    const gone = await engine().run({ credential, parameters: contact('get', { contactId }) });
    expect(gone.error?.description).toContain('contact_not_found');
  });

  inN8n('lists many, over pages and by filters', async () => {
    const { company, credential } = await newCompany();
    const contacts = Array.from({ length: 230 }, (_, at) => ({
      phone_number: `+96650${String(1_000_000 + at)}`,
      tags: at < 3 ? ['vip'] : [],
    }));
    await company.call('POST', '/api/v1/contacts/bulk', { body: { contacts } });
    const list = async (more: object) =>
      (await engine().run({ credential, parameters: contact('getAll', more) })).items.length;
    expect(await list({ returnAll: true })).toBe(230);
    expect(await list({ limit: 205 })).toBe(205);
    expect(await list({ limit: 50, filters: { tags: 'vip' } })).toBe(3);
  });
});

describe('Campaign, run by n8n against a gateway', () => {
  inN8n('is found, started, watched and paused', async () => {
    const { company, credential } = await newCompany();
    const recipients = Array.from({ length: 3 }, (_, at) => ({ phone_number: `+96650123456${at}` }));
    const { body } = await company.call<{ id: string }>('POST', '/api/v1/campaigns', {
      body: { name: 'Spring', text: 'Hello', audience: { recipients }, messages_per_second: 1 },
    });
    const run = async (operation: string, more: object = {}) => {
      const parameters = { resource: 'campaign', operation, campaignId: body.id, ...more };
      const { items, error } = await engine().run({ credential, parameters });
      expect(error).toBeUndefined();
      return items;
    };
    expect(await run('getAll')).toMatchObject([{ id: body.id, state: 'draft' }]);
    const [started] = await run('start', { exclude: ['duplicate'] });
    expect(started).toMatchObject({ id: body.id });
    expect(started?.state).not.toBe('draft');
    expect(await run('pause')).toMatchObject([{ state: 'paused' }]);
    expect(await run('get')).toMatchObject([{ state: 'paused' }]);
    expect(await run('getStatistics')).toHaveLength(1);
  });

  inN8n('starts without anything to leave out', async () => {
    const { company, credential } = await newCompany();
    const audience = { recipients: [{ phone_number: '+966501234567' }] };
    const { body } = await company.call<{ id: string }>('POST', '/api/v1/campaigns', {
      body: { name: 'Spring', text: 'Hello', audience },
    });
    const parameters = { resource: 'campaign', operation: 'start', campaignId: body.id };
    expect((await engine().run({ credential, parameters })).error).toBeUndefined();
  });
});
