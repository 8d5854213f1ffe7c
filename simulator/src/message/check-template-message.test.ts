import { beforeEach, describe, expect, it } from 'vitest';
import { type Core, createCore } from '../../tests/core-simulator.ts';
import type { TemplateInput } from '../account/templates.ts';

const to = '+966501234567';
const language = { code: 'en_US' };
let core: Core;

beforeEach(() => {
  core = createCore({ settings: { pairIntervalMs: 0 } });
});

function make(input: Partial<TemplateInput>): void {
  const { templates } = core.simulator;
  templates.create(
    core.number.wabaId,
    {
      name: 'made',
      language: 'en_US',
      category: 'UTILITY',
      parameterFormat: 'POSITIONAL',
      components: [],
      ...input,
    },
    0,
  );
  core.clock.advance(10);
}

function send(template: object) {
  const { status, body } = core.post({ to, type: 'template', template });
  return { status, code: (body.error as { code: number } | undefined)?.code ?? 0, body };
}

const texts = (...values: string[]) => values.map((text) => ({ type: 'text', text }));

describe('template messages', () => {
  it('are accepted with a message status, and shown as the person reads them', () => {
    const components = [{ type: 'body', parameters: texts('Huda', '860198') }];
    const { body } = send({ name: 'order_update', language, components });
    expect(body.messages).toMatchObject([{ message_status: 'accepted' }]);
    const [shown] =
      core.simulator.conversations.find(core.number.phoneNumberId, '966501234567')?.messages ?? [];
    expect(shown?.text).toBe('Hello Huda, your order 860198 is on its way.');
  });

  it('without variables need no components', () => {
    expect(send({ name: 'hello_world', language })).toMatchObject({ status: 200 });
  });

  it('with named parameters take them in any order', () => {
    make({ parameterFormat: 'NAMED', components: [{ type: 'BODY', text: 'Hi {{first}}, see {{second}}!' }] });
    const parameters = [
      { type: 'text', parameter_name: 'second', text: 'B' },
      { type: 'text', parameter_name: 'first', text: 'A' },
    ];
    expect(send({ name: 'made', language, components: [{ type: 'body', parameters }] }).status).toBe(200);
    const [shown] = core.simulator.conversations.list()[0]?.messages ?? [];
    expect(shown?.text).toBe('Hi A, see B!');
  });

  it.each<[string, number, number, object]>([
    ['an unknown name', 404, 132001, { name: 'nobody', language }],
    ['another language', 404, 132001, { name: 'hello_world', language: { code: 'ar' } }],
    ['no language', 400, 131008, { name: 'hello_world' }],
    [
      'too few values',
      400,
      132000,
      { name: 'order_update', language, components: [{ type: 'body', parameters: texts('a') }] },
    ],
    ['no values', 400, 132000, { name: 'order_update', language }],
    [
      'a value too many',
      400,
      132000,
      { name: 'hello_world', language, components: [{ type: 'body', parameters: texts('a') }] },
    ],
    [
      'a value with a new line',
      400,
      132012,
      { name: 'order_update', language, components: [{ type: 'body', parameters: texts('a\nb', 'c') }] },
    ],
    [
      'an empty value',
      400,
      131008,
      { name: 'order_update', language, components: [{ type: 'body', parameters: texts('', 'c') }] },
    ],
    [
      'a text that is too long once filled',
      400,
      132005,
      {
        name: 'order_update',
        language,
        components: [{ type: 'body', parameters: texts('x'.repeat(1_200), 'c') }],
      },
    ],
    ['a misspelt key', 400, 100, { name: 'hello_world', language, component: [] }],
  ])('are refused for %s', (_title, status, code, template) => {
    expect(send(template)).toMatchObject({ status, code });
  });

  it('are refused for a parameter name the template does not have', () => {
    make({ parameterFormat: 'NAMED', components: [{ type: 'BODY', text: 'Hi {{first}}!' }] });
    const parameters = [{ type: 'text', parameter_name: 'last', text: 'A' }];
    expect(send({ name: 'made', language, components: [{ type: 'body', parameters }] }).code).toBe(132012);
  });

  it('are refused when the media of the header is missing or of another kind', () => {
    make({
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Hi' },
      ],
    });
    expect(send({ name: 'made', language }).code).toBe(132012);
    const header = (type: string) => [
      { type: 'header', parameters: [{ type, [type]: { link: 'https://x.test' } }] },
    ];
    expect(send({ name: 'made', language, components: header('video') }).code).toBe(132012);
    expect(send({ name: 'made', language, components: header('image') }).status).toBe(200);
  });

  it.each([
    ['PAUSED', 132015],
    ['DISABLED', 132016],
    ['REJECTED', 132001],
  ] as const)('are refused while the template is %s', (status, code) => {
    const template = core.simulator.templates.find(core.number.wabaId, 'hello_world', 'en_US');
    core.simulator.templates.setStatus(template?.id ?? '', status);
    expect(send({ name: 'hello_world', language }).code).toBe(code);
  });
});

describe('marketing', () => {
  it('fails with 131050 for a person who stopped it, and reaches them again once they resume', () => {
    make({ category: 'MARKETING', components: [{ type: 'BODY', text: 'Sale!' }] });
    const { simulator, number, clock } = core;
    simulator.setMarketing(number, '966501234567', 'stop');
    send({ name: 'made', language });
    send({ name: 'hello_world', language });
    clock.advance(5_000);
    simulator.setMarketing(number, '966501234567', 'resume');
    send({ name: 'made', language });
    clock.advance(5_000);
    const shown = simulator.conversations
      .list()[0]
      ?.messages.map(({ status, errorCode }) => [status, errorCode]);
    expect(shown).toEqual([
      ['failed', 131050],
      ['read', null],
      ['read', null],
    ]);
  });
});
