import type { MessageContent } from '@hudhud/contract/content.ts';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { fillContent, toStoredContent } from './fill-content.ts';

const buttons: MessageContent = {
  type: 'buttons',
  message: 'Hello {{name}}',
  buttons: [{ id: '{{name}}', title: 'I am {{name}}' }],
  header: { text: 'For {{name}}' },
  footer: '{{clinic|Clinic}}',
};

describe('placeholders', () => {
  it('are filled in every text that a person sees, and in no id', () => {
    expect(fillContent(buttons, { name: 'Sara' })).toEqual({
      type: 'buttons',
      message: 'Hello Sara',
      buttons: [{ id: '{{name}}', title: 'I am Sara' }],
      header: { text: 'For Sara' },
      footer: 'Clinic',
    });
  });

  it('are filled in the address that a link opens, and in no address of a file', () => {
    const image: MessageContent = { type: 'image', media: { url: 'https://example.com/{{name}}' }, message: '{{name}}' };
    expect(fillContent(image, { name: 'a' })).toEqual({ ...image, message: 'a' });
    const link: MessageContent = {
      type: 'link',
      message: 'Open',
      link: { title: 'Open', url: 'https://example.com/{{name}}' },
    };
    expect(fillContent(link, { name: 'a' })).toMatchObject({ link: { url: 'https://example.com/a' } });
  });

  it('leave what is the provider’s own as it is', () => {
    const own: MessageContent = { type: 'interactive', interactive: { body: { text: 'Hello {{name}}' } } };
    expect(fillContent(own, {})).toEqual(own);
  });

  it('that nothing fills are refused with a pointer to their place', () => {
    const refusal = (): unknown => {
      try {
        return fillContent({ ...buttons, message: 'Hello' }, { clinic: 'x' });
      } catch (error) {
        return error instanceof AppError ? error.errors?.map(({ pointer }) => pointer) : error;
      }
    };
    expect(refusal()).toEqual(['/buttons/0/title']);
  });
});

const lines: readonly (readonly [MessageContent, string])[] = [
  [{ type: 'text', message: 'Hello', preview_url: false }, 'Hello'],
  [buttons, 'Hello {{name}}'],
  [{ type: 'image', media: {}, message: 'The garden' }, 'Picture: The garden'],
  [{ type: 'image', media: {} }, 'Picture'],
  [{ type: 'document', media: { filename: 'invoice.pdf' } }, 'Document: invoice.pdf'],
  [{ type: 'location', location: { latitude: 1, longitude: 2, name: 'Clinic' } }, 'Location: Clinic'],
  [{ type: 'contacts', contacts: [{ name: { formatted: 'Dr. Haddad' } }] }, 'Contact: Dr. Haddad'],
  [{ type: 'template', template: { name: 'login_code' } }, 'Template: login_code'],
  [{ type: 'interactive', interactive: {} }, 'Interactive message'],
];

describe('the row of a message', () => {
  it('keeps a plain text as its body alone', () => {
    expect(toStoredContent({ type: 'text', message: 'Hello' })).toEqual({
      type: 'text',
      body: 'Hello',
      content: null,
    });
  });

  it.each(lines)('keeps %j whole, with the line "%s" for lists', (content, body) => {
    expect(toStoredContent(content)).toEqual({ type: content.type, body, content });
  });
});
