import { contentExamples } from '@hudhud/contract/content-examples.ts';
import { describe, expect, it } from 'vitest';
import { contentFromApi, contentOfMessage } from './content-from-api.ts';
import { isBlank } from './shown-content.ts';

describe('a message of the gateway', () => {
  it.each(Object.entries(contentExamples))('of the type %s has something to show', (type, content) => {
    expect(isBlank(contentOfMessage({ type, message: 'line', content }))).toBe(false);
  });

  it('shows header, text, footer and buttons', () => {
    expect(contentFromApi(contentExamples.buttons)).toMatchObject({
      title: 'Appointment',
      text: contentExamples.buttons.message,
      footer: 'Al Noor Clinic',
      actions: [
        { kind: 'reply', id: 'yes', title: 'Yes' },
        { kind: 'reply', id: 'no' },
      ],
    });
  });

  it.each([
    [{ id: 'med_1' }, { kind: 'gateway', id: 'med_1' }],
    [{ url: 'https://example.com/x.png' }, { kind: 'elsewhere', url: 'https://example.com/x.png' }],
    [
      { id: 'med_1', state: 'too_big' },
      { kind: 'none', reason: 'too_big' },
    ],
    [
      { id: '1003383421', state: 'stored' },
      { kind: 'none', reason: 'unknown' },
    ],
  ])('knows where its file is: %j', (media, place) => {
    const message = { type: 'image', message: 'Picture', content: { type: 'image', media, message: 'Look' } };
    expect(contentOfMessage(message)).toMatchObject({ file: { kind: 'image', place }, text: 'Look' });
  });

  it('reads what came in with the words of what goes out', () => {
    const contacts = [{ name: 'Lucía', phones: ['+1 983'], emails: [], organization: 'Shop' }];
    expect(contentFromApi({ type: 'contacts', contacts }).cards).toMatchObject([
      { name: 'Lucía', phones: ['+1 983'], organization: 'Shop' },
    ]);
    const whole = { name: { formatted: 'Lucía Gómez' }, phones: [{ number: '+1 983' }] };
    expect(contentFromApi({ type: 'contacts', contacts: [{ name: 'x', card: whole }] }).cards).toMatchObject([
      { name: 'Lucía Gómez', phones: ['+1 983'] },
    ]);
    const details = { media: { id: '77', media_id: 'med_1', caption: 'Look', is_voice: false } };
    expect(
      contentOfMessage({ type: 'image', message: 'Picture: Look', content: null, details }),
    ).toMatchObject({
      file: { place: { kind: 'gateway', id: 'med_1' } },
      text: 'Look',
    });
    const choice = { kind: 'list', id: 't9', title: '09:00', description: 'Dr. Haddad' };
    expect(contentFromApi({ type: 'interactive', choice })).toMatchObject({
      choice: { kind: 'list', title: '09:00' },
      note: undefined,
    });
    const order = {
      catalog_id: '1',
      items: [{ product_id: 'shoe', quantity: 2, price: 30, currency: 'SAR' }],
    };
    expect(contentFromApi({ type: 'order', order }).order).toEqual([
      { id: 'shoe', quantity: 2, price: 30, currency: 'SAR' },
    ]);
  });

  it('shows a template as it was filled', () => {
    const rendered = {
      header: 'Reminder',
      body: 'Hello Sara',
      footer: 'Al Noor',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Confirm' },
        { type: 'URL', text: 'Open', url: 'https://example.com/1' },
        { type: 'COPY_CODE', text: 'Copy', value: '4711' },
      ],
    };
    expect(contentFromApi({ type: 'template', template: { name: 'x', rendered } })).toMatchObject({
      title: 'Reminder',
      text: 'Hello Sara',
      footer: 'Al Noor',
      actions: [
        { kind: 'reply', id: 'Confirm', isTemplate: true },
        { kind: 'link', url: 'https://example.com/1' },
        { kind: 'copy', code: '4711' },
      ],
    });
  });

  it.each([
    [{ type: 'image' }, { file: { kind: 'image', place: { kind: 'none', reason: 'unknown' } } }],
    [{ type: 'gif' }, { file: { kind: 'video', place: { kind: 'none', reason: 'unknown' } } }],
    [{ type: 'location' }, { slot: 'location', place: undefined }],
    [{ type: 'location', location: { latitude: 24.7, longitude: 46.7 } }, { slot: undefined }],
    [{ type: 'product' }, { slot: 'product' }],
    [null, { file: undefined, slot: undefined, title: undefined }],
  ])('shows what the header of a template waits for: %j', (header, shown) => {
    const rendered = { header, body: 'Hello', footer: null, buttons: [] };
    expect(contentFromApi({ template: { rendered } })).toMatchObject(shown);
  });

  it('shows the offer of a template above its text', () => {
    const rendered = { header: null, body: 'Buy now', footer: null, offer: 'Until Friday', buttons: [] };
    expect(contentFromApi({ template: { rendered } })).toMatchObject({ title: 'Until Friday' });
  });

  it('falls back to the line when nothing is known, and never fails', () => {
    expect(contentOfMessage({ type: 'poll', message: '[poll]', content: null })).toMatchObject({
      text: '[poll]',
    });
    expect(contentOfMessage({ type: 'unsupported', message: '[unsupported]', content: {} })).toMatchObject({
      note: 'unsupported',
    });
    for (const content of [
      { location: 7 },
      { contacts: 'x' },
      { buttons: [null, 3] },
      { list: { sections: {} } },
    ]) {
      expect(() => contentFromApi({ type: 'buttons', ...content })).not.toThrow();
    }
  });
});
