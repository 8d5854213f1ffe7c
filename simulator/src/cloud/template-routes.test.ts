import { describe, expect, it } from 'vitest';
import { account } from '../../tests/start-simulator.ts';
import { useSimulator } from '../../tests/use-simulator.ts';

const running = useSimulator();

const path = `/v24.0/${account.wabaId}/message_templates`;
const template = {
  name: 'order_ready',
  language: 'en_US',
  category: 'utility',
  components: [
    { type: 'header', format: 'text', text: 'Order' },
    { type: 'body', text: 'Hello {{1}}, it is ready.', example: { body_text: [['Huda']] } },
    { type: 'footer', text: 'Thank you' },
    { type: 'buttons', buttons: [{ type: 'QUICK_REPLY', text: 'Stop' }] },
  ],
};
const create = (more: object) => running.call('POST', path, { ...template, ...more });
const body = (text: string, example: object | undefined = { body_text: [['a']] }) => ({
  components: [{ type: 'BODY', text, example }],
});
const buttons = (...types: string[]) => ({
  components: [
    { type: 'BODY', text: 'Hi' },
    { type: 'BUTTONS', buttons: types.map((type) => ({ type, text: 't' })) },
  ],
});

describe('the life of a template', () => {
  it('begins pending, is approved after the review and reported by webhook, then sent', async () => {
    const created = await create({});
    expect(created.body).toMatchObject({ status: 'PENDING', category: 'UTILITY', id: expect.any(String) });
    await running.receiver.waitUntil(() =>
      running.receiver.changes().some(({ field }) => field === 'message_template_status_update'),
    );
    expect(running.receiver.changes().at(-1)?.value).toMatchObject({
      event: 'APPROVED',
      message_template_id: Number(created.body.id),
      message_template_name: 'order_ready',
      reason: 'NONE',
    });
    const components = [{ type: 'body', parameters: [{ type: 'text', text: 'Huda' }] }];
    const message = { name: 'order_ready', language: { code: 'en_US' }, components };
    expect((await running.send('+966501234567', { type: 'template', template: message })).status).toBe(200);
    const [sent] = await running.receiver.waitForStatuses(3);
    expect(sent?.pricing).toMatchObject({ category: 'utility', billable: true });
  });

  it('ends rejected when its name asks for it', async () => {
    const { body: created } = await create({ name: 'reject_me' });
    await running.receiver.waitUntil(
      () => running.simulator.templates.findById(created.id)?.status === 'REJECTED',
    );
    const read = await running.call('GET', `/${created.id}?fields=status,rejected_reason`);
    expect(read.body).toEqual({ status: 'REJECTED', rejected_reason: 'INVALID_FORMAT', id: created.id });
  });

  it('can be edited, which starts the review again', async () => {
    const { body: created } = await create({ name: 'editable' });
    await running.receiver.waitUntil(
      () => running.simulator.templates.findById(created.id)?.status === 'APPROVED',
    );
    await running.control('PATCH', '/settings', { template_review_delay_ms: 60_000 });
    const edited = await running.call('POST', `/${created.id}`, body('New {{1}} text.'));
    expect(edited.body).toEqual({ success: true });
    expect((await running.call('POST', `/${created.id}`, body('Again.'))).status).toBe(400);
    expect((await running.call('GET', `/${created.id}`)).body.components[0]?.text).toBe('New {{1}} text.');
    await running.control('PATCH', '/settings', { template_review_delay_ms: 5 });
  });

  it('can be changed by the control API, which notifies the business', async () => {
    const hello = running.simulator.templates.find(account.wabaId, 'hello_world', 'en_US');
    const answer = await running.control('PATCH', `/templates/${hello?.id}`, {
      status: 'PAUSED',
      reason: 'FLAGGED',
    });
    expect(answer.body.status).toBe('PAUSED');
    await running.receiver.waitUntil(() =>
      running.receiver.changes().some(({ value }) => value.event === 'PAUSED'),
    );
    expect((await running.control('PATCH', `/templates/${hello?.id}`, { status: 'HAPPY' })).status).toBe(400);
    expect((await running.control('PATCH', '/templates/1', { status: 'PAUSED' })).status).toBe(404);
  });
});

describe('creating a template is refused', () => {
  it.each<[string, object]>([
    ['a name with capitals', { name: 'Order' }],
    ['a strange language', { language: 'english!' }],
    ['an unknown category', { category: 'SPAM' }],
    ['an unknown parameter format', { parameter_format: 'MIXED' }],
    ['components that are no list', { components: {} }],
    ['no body', { components: [{ type: 'FOOTER', text: 'f' }] }],
    ['an unknown component', { components: [{ type: 'SONG' }] }],
    ['a body without text', { components: [{ type: 'BODY' }] }],
    ['a long body', body('x'.repeat(1_025))],
    ['variables out of order', body('Hi {{2}} and {{1}}.')],
    ['a variable at the end', body('Hi {{1}}')],
    ['two variables side by side', body('Hi {{1}} {{2}}!')],
    ['a variable without an example', { components: [{ type: 'BODY', text: 'Hi {{1}}!' }] }],
    ['broken braces', body('Hi {{1}!')],
    [
      'a variable in the footer',
      {
        components: [
          { type: 'BODY', text: 'Hi' },
          { type: 'FOOTER', text: '{{1}}' },
        ],
      },
    ],
    ['named variables with capitals', { parameter_format: 'NAMED', ...body('Hi {{First}}!') }],
    ['three link buttons', buttons('URL', 'URL', 'URL')],
    ['quick replies among others', buttons('QUICK_REPLY', 'URL', 'QUICK_REPLY')],
    ['eleven buttons', buttons(...Array(11).fill('QUICK_REPLY'))],
    ['a name that is taken', { name: 'order_update' }],
  ])('for %s', async (_title, more) => {
    const answer = await create({ name: 'refused_one', ...more });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });
});

describe('lists of templates', () => {
  it('have pages with cursors and only the fields that were asked for', async () => {
    const first = await running.call('GET', `${path}?limit=1&fields=name,status`);
    expect(first.body.data).toEqual([
      { name: 'hello_world', status: expect.any(String), id: expect.any(String) },
    ]);
    const { after } = first.body.paging.cursors;
    const second = await running.call('GET', `${path}?limit=1&after=${encodeURIComponent(after)}`);
    expect(second.body.data).toMatchObject([{ name: 'order_update', parameter_format: 'POSITIONAL' }]);
    expect(second.body.paging.next).toBeDefined();
    expect((await running.call('GET', `${path}?after=nonsense`)).body.error.code).toBe(131059);
  });

  it('can be filtered', async () => {
    const names = async (query: string) =>
      (await running.call('GET', `${path}?${query}`)).body.data.map(({ name }: { name: string }) => name);
    expect(await names('name=order_up')).toEqual(['order_update']);
    expect(await names('status=paused')).toEqual(['hello_world']);
    expect(await names('language=ar')).toEqual(['appointment_reminder']);
    expect(await names('language=fr')).toEqual([]);
    expect(await names('category=marketing')).toEqual([]);
  });
});

describe('deleting a template', () => {
  it('takes all languages of a name, or one by its id', async () => {
    const ids = [];
    for (const language of ['en_US', 'ar', 'fr'])
      ids.push((await create({ name: 'gone', language })).body.id);
    expect((await running.call('DELETE', `${path}?name=gone&hsm_id=${ids[0]}`)).body).toEqual({
      success: true,
    });
    expect((await running.call('GET', `${path}?name=gone`)).body.data).toHaveLength(2);
    expect((await running.call('DELETE', `${path}?name=gone`)).body).toEqual({ success: true });
    expect((await running.call('GET', `${path}?name=gone`)).body.data).toEqual([]);
  });

  it('is refused without a name and for one that does not exist', async () => {
    expect((await running.call('DELETE', path)).status).toBe(400);
    expect((await running.call('DELETE', `${path}?name=nobody`)).status).toBe(400);
  });
});
