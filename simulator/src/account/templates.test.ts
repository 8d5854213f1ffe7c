import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../time/fake-clock.ts';
import { createSchedule } from '../time/schedule.ts';
import { variablesOf } from './template-variables.ts';
import { createTemplates, type TemplateInput } from './templates.ts';

const input: TemplateInput = {
  name: 'order',
  language: 'en_US',
  category: 'UTILITY',
  parameterFormat: 'POSITIONAL',
  components: [{ type: 'BODY', text: 'Hi' }],
};

function setUp() {
  const clock = createFakeClock();
  const reviewed: string[] = [];
  const templates = createTemplates(clock, createSchedule(clock), ({ name, status }) =>
    reviewed.push(`${name} ${status}`),
  );
  return { clock, reviewed, templates };
}

const preloaded = [
  'hello_world',
  'order_update',
  'login_code',
  'appointment_reminder',
  'appointment_reminder',
];

describe('templates', () => {
  it('belong to one account, which begins with two approved ones', () => {
    const { templates } = setUp();
    templates.create('1', input, 0);
    expect(templates.list('1').map(({ name }) => name)).toEqual([...preloaded, 'order']);
    expect(templates.list('2').map(({ name }) => name)).toEqual(preloaded);
    expect(templates.find('1', 'order', 'en_US')?.status).toBe('PENDING');
    expect(templates.find('2', 'order', 'en_US')).toBeUndefined();
  });

  it('are reviewed after a while', () => {
    const { templates, clock, reviewed } = setUp();
    templates.create('1', input, 1_000);
    templates.create('1', { ...input, name: 'reject_this' }, 2_000);
    clock.advance(999);
    expect(reviewed).toEqual([]);
    clock.advance(5_000);
    expect(reviewed).toEqual(['order APPROVED', 'reject_this REJECTED']);
  });

  it('keep a status that was given to them before the review', () => {
    const { templates, clock, reviewed } = setUp();
    const { id } = templates.create('1', input, 1_000);
    templates.setStatus(id, 'DISABLED');
    clock.advance(5_000);
    expect(reviewed).toEqual(['order DISABLED']);
  });

  it('are removed by name, or by name and id', () => {
    const { templates } = setUp();
    const { id } = templates.create('1', input, 0);
    templates.create('1', { ...input, language: 'ar' }, 0);
    expect(templates.remove('1', 'other', id)).toBe(0);
    expect(templates.remove('1', 'order', id)).toBe(1);
    expect(templates.remove('1', 'order')).toBe(1);
    expect(templates.findById(id)).toBeUndefined();
    expect(templates.setStatus(id, 'PAUSED')).toBeNull();
    expect(templates.edit(id, {}, 0)).toBeNull();
  });
});

it('the variables of a text are found once each, in order', () => {
  expect(variablesOf('Hi {{1}}, {{ 2 }} and {{1}} and {{name_1}}')).toEqual(['1', '2', 'name_1']);
  expect(variablesOf('none {here} or {{ }}')).toEqual([]);
});
