import { describe, expect, it } from 'vitest';
import { findProvider, providerNames } from '../../../../gateway/src/providers/registry.ts';
import arabic from '../../i18n/ar/senders.json';
import english from '../../i18n/en/senders.json';
import { guides } from '../developers/guides.ts';
import { findCallbackGuide } from './callback-steps.ts';

type Words = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

describe.each(providerNames)('a sender at %s', (name) => {
  it('is explained step by step in both languages, with a picture of each place', () => {
    const found = findCallbackGuide(name);
    if (!found) throw new Error('there are no steps');
    expect(guides).toContain(found.guide);
    for (const step of found.steps) {
      expect(step.place.length).toBeGreaterThan(1);
      expect(step.fields.length).toBeGreaterThan(0);
    }
    const names = found.steps.map((step) => step.name).toSorted();
    for (const texts of [english, arabic]) {
      expect(Object.keys((texts.callback_step as Words)[name] ?? {}).toSorted()).toEqual(names);
    }
    // The address is pasted somewhere.
    expect(found.steps.flatMap(({ fields }) => fields.map(({ holds }) => holds))).toContain('address');
  });

  it('has every field of its provider named and explained in both languages', () => {
    const fields = findProvider(name)
      ?.fields.map((field) => field.name)
      .toSorted();
    for (const texts of [english, arabic]) {
      const words = (texts.provider_field as Words)[name] ?? {};
      expect(Object.keys(words).toSorted()).toEqual(fields);
      for (const text of Object.values(words)) {
        expect(text).toEqual({ label: expect.stringMatching(/./), help: expect.stringMatching(/\.$/) });
      }
    }
  });
});
