import { describe, expect, test } from 'vitest';
import type { FilledTemplate } from '../template-part.ts';
import { fillVariables } from './fill-template.ts';
import { readReference, writeReference } from './template-reference.ts';
import { toComponents, toTypes } from './template-types.ts';

const card = {
  'whatsapp/card': {
    header_text: 'Order {{1}}',
    body: 'Hi {{2}}, {{3}} and {{2}} again',
    footer: 'Al Noor',
    actions: [
      { type: 'QUICK_REPLY', title: 'Thanks', id: 'thanks' },
      { type: 'URL', title: 'Track', url: 'https://example.com/{{4}}' },
    ],
  },
};

const filled = (reference: string, more: Partial<FilledTemplate>): FilledTemplate => ({
  reference,
  name: 'order',
  language: 'en',
  components: [],
  values: {},
  ...more,
});

describe('a Content', () => {
  test('is described in components, and its reference says which variable stands where', () => {
    const { components, places } = toComponents(card, 'HX1');
    expect(components).toEqual([
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
      { type: 'BODY', text: 'Hi {{2}}, {{3}} and {{2}} again' },
      { type: 'FOOTER', text: 'Al Noor' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Thanks' },
          { type: 'URL', text: 'Track', url: 'https://example.com/{{4}}' },
        ],
      },
    ]);
    expect(writeReference(places)).toBe('HX1;header=1;body=2,3;button1=4');
    expect(readReference(writeReference(places))).toEqual(places);
  });

  test('with a file keeps what its address has before the variable', () => {
    const types = { 'twilio/media': { body: 'Hi', media: ['https://gateway.example/{{1}}'] } };
    const { places, components } = toComponents(types, 'HX2');
    expect(components[0]).toEqual({ type: 'HEADER', format: 'IMAGE' });
    expect(readReference(writeReference(places)).media).toEqual({
      name: '1',
      prefix: 'https://gateway.example/',
    });
  });
});

describe('the variables of a send', () => {
  const reference = 'HX1;header=1;body=2,3;button1=4';

  test('are numbered through, whatever part they stand in', () => {
    const template = filled(reference, {
      components: [
        { type: 'header', parameters: [{ type: 'text', text: '1042' }] },
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Huda' },
            { type: 'text', text: 'Sunday' },
          ],
        },
        { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 't/7' }] },
      ],
    });
    expect(fillVariables(template, undefined)).toEqual({
      kind: 'filled',
      sid: 'HX1',
      variables: { 1: '1042', 2: 'Huda', 3: 'Sunday', 4: 't/7' },
    });
  });

  test('are refused when one is missing: Twilio would show the sample', () => {
    const body = [{ type: 'body' as const, parameters: [{ type: 'text', text: 'Huda' }] }];
    expect(fillVariables(filled(reference, { components: body }), undefined).kind).toBe('refused');
  });

  test('may be given by name alone', () => {
    const values = { 1: 'a', 2: 'b', 3: 'c', 4: 'd' };
    expect(fillVariables(filled(reference, { values }), undefined)).toMatchObject({ variables: values });
    expect(fillVariables(filled('HX3', { values: { name: 'x' } }), undefined)).toMatchObject({
      variables: { name: 'x' },
    });
  });

  test('hold the link of a file, without what the template has of it', () => {
    const media = filled('HX2;media=1@https%3A%2F%2Fgateway.example%2F', {
      components: [{ type: 'header', parameters: [{ type: 'image', image: { media: 'med_1' } }] }],
    });
    const file = { kind: 'link', mimeType: 'image/png', filename: 'a.png', bytes: 1 } as const;
    const files = (url: string) => new Map([['med_1', { ...file, url }]]);
    expect(fillVariables(media, files('https://gateway.example/f/1/a.png'))).toMatchObject({
      variables: { 1: 'f/1/a.png' },
    });
    expect(fillVariables(media, files('https://elsewhere.example/a.png')).kind).toBe('refused');
  });
});

describe('a new template', () => {
  test('is numbered through and keeps its examples as samples', () => {
    const made = toTypes({
      name: 'order',
      language: 'en',
      category: 'UTILITY',
      parameterFormat: 'positional',
      components: [
        { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['1042'] } },
        { type: 'BODY', text: 'Hi {{1}} and {{2}}', example: { body_text: [['Huda', 'Sami']] } },
        {
          type: 'BUTTONS',
          buttons: [{ type: 'URL', text: 'Track', url: 'https://e.com/{{1}}', example: ['7'] }],
        },
      ],
    });
    expect(made).toEqual({
      kind: 'types',
      samples: { 1: '1042', 2: 'Huda', 3: 'Sami', 4: '7' },
      types: {
        'whatsapp/card': {
          body: 'Hi {{2}} and {{3}}',
          header_text: 'Order {{1}}',
          actions: [{ type: 'URL', title: 'Track', url: 'https://e.com/{{4}}' }],
        },
      },
    });
  });

  test('that Twilio makes in another way is refused', () => {
    const base = { name: 'a', language: 'en', parameterFormat: 'positional', components: [] } as const;
    expect(toTypes({ ...base, category: 'AUTHENTICATION' }).kind).toBe('refused');
    const carousel = [{ type: 'BODY', text: 'x' }, { type: 'CAROUSEL' }];
    expect(toTypes({ ...base, category: 'MARKETING', components: carousel }).kind).toBe('refused');
  });
});
