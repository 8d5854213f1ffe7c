import { checkTemplateDraft } from '@hudhud/contract/template-rules.ts';
import type { Template } from '@hudhud/contract/templates.ts';
import { expect, test } from 'vitest';
import { emptyForm, formOf, type TemplateForm, toDraft, toParts, variablesOfForm } from './template-form.ts';

const form: TemplateForm = {
  ...emptyForm,
  name: 'reminder',
  headerKind: 'TEXT',
  header: 'For {{name}}',
  body: 'Dear {{name}}, we expect you on {{date}} at the clinic.',
  footer: 'Al Noor',
  buttons: [
    { key: 'a', kind: 'URL', text: 'Open', target: 'https://example.com/{{1}}', sample: '7' },
    { key: 'b', kind: 'COPY_CODE', text: '', target: 'SUMMER', sample: '' },
  ],
  samples: { name: 'Sara', date: 'Tuesday' },
};

test('a filled form is a template that keeps the rules', () => {
  const draft = toDraft(form);
  expect(checkTemplateDraft(draft)).toEqual([]);
  expect(draft).toMatchObject({
    parameterFormat: 'named',
    components: [
      { type: 'HEADER', example: { header_text_named_params: [{ param_name: 'name', example: 'Sara' }] } },
      { type: 'BODY' },
      { type: 'FOOTER', text: 'Al Noor' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', example: ['7'] }, { type: 'COPY_CODE' }] },
    ],
  });
  expect(variablesOfForm(form)).toEqual(['name', 'date']);
});

test('numbered variables have samples in one row', () => {
  const numbered = { ...form, headerKind: 'none', body: 'Dear {{1}}, see you on {{2}} then.' } as const;
  const draft = toDraft({ ...numbered, header: '', samples: { '1': 'Sara', '2': 'Tuesday' } });
  expect(draft.parameterFormat).toBe('positional');
  expect(draft.components[0]).toMatchObject({ example: { body_text: [['Sara', 'Tuesday']] } });
});

test('a one-time code needs nothing but its name', () => {
  expect(checkTemplateDraft(toDraft({ ...emptyForm, name: 'code', category: 'authentication' }))).toEqual([]);
});

const kept = (components: Template['components'], more: Partial<Template> = {}): Template =>
  ({ name: 'reminder', language: 'en', category: 'utility', components, ...more }) as Template;

test('a template that the form has made is shown in it again', () => {
  const { components } = toDraft(form);
  const shown = formOf(kept(toParts(components)));
  expect(shown && toDraft(shown)).toEqual(toDraft(form));
});

test('a header with a file asks for its sample anew, and names the file of the upload', () => {
  const shown = formOf(
    kept([
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://example.com/old.png'] } },
      { type: 'BODY', text: 'We have moved.' },
    ]),
  );
  expect(shown).toMatchObject({ headerKind: 'IMAGE' });
  expect(checkTemplateDraft(toDraft(shown ?? emptyForm)).map(({ pointer }) => pointer)).toEqual([
    '/components/0/example',
  ]);
  const stored = {
    id: 'med_1',
    mime_type: 'image/png',
    bytes: 1,
    filename: 'a.png',
    expires_at: null,
    usable_for: ['image'],
  };
  const filled = toDraft({ ...(shown ?? emptyForm), headerFile: { file: null, stored, url: '' } });
  expect(filled.components[0]).toEqual({ type: 'HEADER', format: 'IMAGE', example: { media: 'med_1' } });
  expect(checkTemplateDraft(filled)).toEqual([]);
});

test.each([
  [
    'cards',
    kept([
      { type: 'BODY', text: 'Hi there.' },
      { type: 'CAROUSEL', cards: [] },
    ]),
  ],
  [
    'a flow',
    kept([
      { type: 'BODY', text: 'Hi there.' },
      { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Book' }] },
    ]),
  ],
  ['a one-time code', kept([{ type: 'BODY' }], { category: 'authentication' })],
])('a template with %s is not shown in the form', (_what, template) => {
  expect(formOf(template)).toBeNull();
});
