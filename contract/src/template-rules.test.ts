import { describe, expect, test } from 'vitest';
import { checkTemplateDraft, type TemplateDraft } from './template-rules.ts';

const body = { type: 'BODY', text: 'Hello {{1}}, see you soon.', example: { body_text: [['Sara']] } };
const draft = (given: Partial<TemplateDraft> = {}): TemplateDraft => ({
  name: 'reminder',
  language: 'en_US',
  category: 'utility',
  parameterFormat: 'positional',
  components: [body],
  ...given,
});
const pointersOf = (given: Partial<TemplateDraft>): string[] =>
  checkTemplateDraft(draft(given)).map(({ pointer }) => pointer);
const withParts = (...components: TemplateDraft['components']): Partial<TemplateDraft> => ({ components });
const buttons = (...list: object[]) => withParts(body, { type: 'BUTTONS', buttons: list });

describe('a draft', () => {
  test('that keeps the rules has no problems', () => {
    expect(checkTemplateDraft(draft())).toEqual([]);
    const named = { ...body, text: 'Hello {{name}}, see you soon.' };
    const example = { body_text_named_params: [{ param_name: 'name', example: 'Sara' }] };
    expect(pointersOf({ parameterFormat: 'named', ...withParts({ ...named, example }) })).toEqual([]);
  });

  test.each<[string, Partial<TemplateDraft>, string]>([
    ['a name with capitals', { name: 'Reminder' }, '/name'],
    ['a language that is none', { language: 'english' }, '/language'],
    ['no body', withParts({ type: 'FOOTER', text: 'x' }), '/components'],
    ['two bodies', withParts(body, body), '/components/1'],
    ['a part that is none', withParts(body, { type: 'SIDEBAR' }), '/components/1/type'],
    ['a variable at the edge', withParts({ ...body, text: 'See you, {{1}}' }), '/components/0/text'],
    [
      'variables side by side',
      withParts({ ...body, text: 'Hello {{1}} {{2}} there.', example: { body_text: [['a', 'b']] } }),
      '/components/0/text',
    ],
    ['numbers with a gap', withParts({ ...body, text: 'Hello {{2}}, see you soon.' }), '/components/0/text'],
    ['braces that stay open', withParts({ ...body, text: 'Hello {{1, see you soon.' }), '/components/0/text'],
    ['too few words', withParts({ ...body, text: 'Hi {{1}}!' }), '/components/0/text'],
    ['no samples', withParts({ type: 'BODY', text: body.text }), '/components/0/example'],
    ['a body that is too long', withParts({ type: 'BODY', text: 'x'.repeat(1_025) }), '/components/0/text'],
    ['a footer with a variable', withParts(body, { type: 'FOOTER', text: 'By {{1}}' }), '/components/1/text'],
    [
      'a header with two variables',
      withParts(body, {
        type: 'HEADER',
        format: 'TEXT',
        text: '{{1}} and {{2}}',
        example: { header_text: ['a', 'b'] },
      }),
      '/components/1/text',
    ],
    ['a button without a text', buttons({ type: 'QUICK_REPLY', text: '' }), '/components/1/buttons/0/text'],
    ['a long button', buttons({ type: 'QUICK_REPLY', text: 'x'.repeat(26) }), '/components/1/buttons/0/text'],
    [
      'a variable in the middle of an address',
      buttons({ type: 'URL', text: 'Go', url: 'https://example.com/{{1}}/x', example: ['1'] }),
      '/components/1/buttons/0/url',
    ],
    [
      'three addresses',
      buttons(...[1, 2, 3].map(() => ({ type: 'URL', text: 'Go', url: 'https://example.com' }))),
      '/components/1/buttons',
    ],
    [
      'quick replies apart',
      buttons(
        { type: 'QUICK_REPLY', text: 'a' },
        { type: 'URL', text: 'Go', url: 'https://example.com' },
        { type: 'QUICK_REPLY', text: 'b' },
      ),
      '/components/1/buttons',
    ],
    ['one card', withParts(body, { type: 'CAROUSEL', cards: [{ components: [] }] }), '/components/1/cards'],
  ])('with %s is refused with where', (_name, given, pointer) => {
    expect(pointersOf(given)).toEqual([pointer]);
  });
});
