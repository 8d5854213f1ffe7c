import type { MessageContent } from '@hudhud/contract/content.ts';
import { expect, it } from 'vitest';
import { sampleTemplate } from '../template/sample-template.ts';
import { draftFromContent } from './draft-from-content.ts';
import { toContent } from './to-content.ts';

const media = { id: 'med_01kxyzabcdefghjkmnpqrstvwx' };
const contents: readonly MessageContent[] = [
  { type: 'text', message: 'Hello {{name}}', preview_url: true },
  { type: 'image', media, message: 'Look' },
  { type: 'video', media: { url: 'https://example.com/x.mp4' } },
  { type: 'audio', media, voice: true },
  { type: 'document', media: { ...media, filename: 'menu.pdf' }, message: 'The menu' },
  { type: 'sticker', media },
  { type: 'location', location: { latitude: 24.7, longitude: 46.6, name: 'Clinic' } },
  {
    type: 'buttons',
    message: 'Does it suit you?',
    header: { type: 'image', media },
    footer: 'Al Noor',
    buttons: [{ id: 'yes', title: 'Yes' }],
  },
  {
    type: 'link',
    message: 'Look',
    header: { text: 'News' },
    link: { title: 'Open', url: 'https://example.com' },
  },
  {
    type: 'list',
    message: 'Choose',
    list: { button: 'Times', sections: [{ title: 'Morning', rows: [{ id: 't9', title: '09:00' }] }] },
  },
];

it.each(contents)('a kept $type is the same content after it was opened again', (content) => {
  expect(toContent(draftFromContent(content))).toEqual(content);
});

it('begins with an empty text where nothing is kept', () => {
  expect(draftFromContent(null)).toMatchObject({ type: 'text', message: '' });
});

it('finds the template that a kept content names, and what was filled in', () => {
  const content: MessageContent = {
    type: 'template',
    template: {
      name: 'visit_reminder',
      language: 'en',
      variables: { name: '{{first_name|friend}}' },
      buttons: [{ index: 0, value: 'a7' }],
    },
  };
  const other = { ...sampleTemplate, id: 'tpl_other', language: 'ar' };
  const draft = draftFromContent(content, [other, sampleTemplate]);
  expect(draft.template.template).toBe(sampleTemplate);
  expect(toContent(draft)).toEqual(content);
  expect(draftFromContent(content, [other])).toMatchObject({
    type: 'template',
    template: { template: null },
  });
});
