// The promises about templates: they are listed in the words of the Cloud API, made where the provider can, and sent with
// every value.

import { describe, expect, test } from 'vitest';
import type { ListedTemplate, NewTemplate, TemplatePart } from '../template-part.ts';
import { fillTemplate } from './example-message.ts';
import { namesOf } from './promise-sending.ts';
import { type Running, secretsIn } from './provider-bench.ts';

const statuses = /^(APPROVED|PENDING|REJECTED|PAUSED|DISABLED|IN_APPEAL|ARCHIVED|FLAGGED)$/;

const newTemplate: NewTemplate = {
  name: 'conformance_order',
  language: 'en_US',
  category: 'UTILITY',
  parameterFormat: 'positional',
  components: [
    {
      type: 'BODY',
      text: 'Hello {{1}}, your order {{2}} is ready.',
      example: { body_text: [['Huda', '1042']] },
    },
    { type: 'FOOTER', text: 'Al Noor' },
  ],
};

export const promiseTemplates = (running: () => Running): void => {
  const part = (): TemplatePart | null => {
    const { bench } = running();
    return bench.simulator ? (bench.provider.templates ?? null) : null;
  };
  const list = async (templates: TemplatePart): Promise<readonly ListedTemplate[]> => {
    const { bench, http } = running();
    const listed = await templates.list(http, bench.fields);
    if (listed.kind !== 'listed') throw new Error(`nothing was listed: ${listed.failure.detail}`);
    return listed.templates;
  };
  const named = async (templates: TemplatePart, name: string): Promise<ListedTemplate | undefined> =>
    (await list(templates)).find((template) => template.name === name);

  describe('has templates: it', () => {
    test('lists those of the account in the words of the Cloud API', async () => {
      const templates = part();
      if (!templates) return;
      expect(templates.accountOf(running().bench.fields)).toMatch(/./);
      const found = await named(templates, 'order_update');
      expect(found).toMatchObject({
        reference: expect.stringMatching(/./),
        language: 'en_US',
        status: 'APPROVED',
        category: 'UTILITY',
        parameterFormat: 'positional',
      });
      const body = found?.components.find(({ type }) => type === 'BODY');
      expect(body?.text).toBe('Hello {{1}}, your order {{2}} is on its way.');
      for (const { status } of await list(templates)) expect(status).toMatch(statuses);
    });

    test('says why nothing can be listed, and no secret', async () => {
      const templates = part();
      if (!templates) return;
      const { bench, http } = running();
      const listed = await templates.list(http, bench.wrongTokenFields);
      expect(listed).toMatchObject({ kind: 'broken', failure: { action: expect.stringMatching(/./) } });
      for (const secret of secretsIn(bench.provider, bench.wrongTokenFields)) {
        expect(JSON.stringify(listed)).not.toContain(secret);
      }
    });

    test('makes one, sends it when it is approved, and removes it', async () => {
      const templates = part();
      if (!templates?.create || !templates.remove) return;
      const { bench, http } = running();
      const made = await templates.create(http, bench.fields, newTemplate);
      expect(made).toMatchObject({ kind: 'taken', reference: expect.stringMatching(/./) });
      const status = async () => (await named(templates, newTemplate.name))?.status;
      await expect.poll(status).toBe('APPROVED');
      const found = await named(templates, newTemplate.name);
      if (!found) throw new Error('the new template is not listed');
      if (made.kind === 'taken') expect(found.reference).toBe(made.reference);
      const template = fillTemplate(found);
      const message = {
        to: bench.people.arrives,
        content: { type: 'template', template: { name: found.name, language: found.language } },
        body: 'Hello',
        template,
        ...namesOf(bench, 'msg_template:1'),
      } as const;
      if (bench.provider.content.template) {
        const { outcome } = await bench.provider.send(http, bench.fields, message);
        expect(outcome.kind).toBe('sent');
        const [number] = bench.simulator?.numbers.list() ?? [];
        const chat = bench.simulator?.conversations.find(number?.phoneNumberId ?? '', message.to.slice(1));
        expect(chat?.messages.at(-1)?.text).toContain('Hello value 1, your order value 2 is ready.');
      }
      expect(await templates.remove(http, bench.fields, found)).toEqual({ kind: 'removed' });
      expect(await named(templates, newTemplate.name)).toBeUndefined();
    });

    test('says why one was not made', async () => {
      const templates = part();
      if (!templates?.create) return;
      const { bench, http } = running();
      const refused = await templates.create(http, bench.wrongTokenFields, newTemplate);
      expect(refused).toMatchObject({ kind: 'refused', failure: { cause: expect.stringMatching(/./) } });
    });
  });
};
