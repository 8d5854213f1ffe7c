// HTTP in and out for the contact settings.

import { ContactSettings, ContactSettingsChange } from '@hudhud/contract/contacts.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import { fieldProblem } from '../../platform/errors.ts';
import { bodyCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { isCountry } from '../../platform/read-phone-number.ts';
import type { ContactRoutesOptions } from '../route-options.ts';
import { defaultSettings } from './directory.ts';
import { findSettings, type SettingsRow, saveSettings } from './queries.ts';
import { defaultStartWords, defaultStopWords, type WordsByLanguage } from './stop-words.ts';

const tags = ['Contacts'];

const copy = (words: WordsByLanguage): Record<string, string[]> =>
  Object.fromEntries(Object.entries(words).map(([language, list]) => [language, [...list]]));

const present = (row: SettingsRow): ContactSettings => ({
  adds_writers: row.adds_writers,
  default_country: row.default_country,
  stop_words: copy(row.stop_words ?? defaultStopWords),
  start_words: copy(row.start_words ?? defaultStartWords),
});

const merge = (row: SettingsRow, change: ContactSettingsChange): SettingsRow => ({
  adds_writers: change.adds_writers ?? row.adds_writers,
  default_country: change.default_country === undefined ? row.default_country : change.default_country,
  stop_words: change.stop_words === undefined ? row.stop_words : change.stop_words,
  start_words: change.start_words === undefined ? row.start_words : change.start_words,
});

const checkCountry = (country: string | null | undefined): void => {
  if (typeof country !== 'string' || isCountry(country)) return;
  const detail = `No country has the letters ${country}.`;
  throw fieldProblem('unknown_country', { pointer: '/default_country' }, detail);
};

export const registerContactSettingsRoutes = (
  server: FastifyInstance,
  options: ContactRoutesOptions,
): void => {
  const { pool, companyIdOf, settings } = options;
  for (const schema of [ContactSettings, ContactSettingsChange]) server.addSchema(schema);
  const read = async (companyId: string): Promise<SettingsRow> =>
    (await findSettings(pool, companyId)) ?? defaultSettings;

  server.get(
    '/api/v1/contact-settings',
    {
      schema: {
        operationId: 'getContactSettings',
        tags,
        summary: 'How people who write in are treated',
        response: { 200: refTo(ContactSettings), ...problemResponses() },
      },
    },
    async (request) => present(await read(companyIdOf(request.incoming))),
  );

  server.patch<{ Body: ContactSettingsChange }>(
    '/api/v1/contact-settings',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'changeContactSettings',
        tags,
        summary: 'Change how people who write in are treated',
        body: refTo(ContactSettingsChange),
        response: { 200: refTo(ContactSettings), ...problemResponses(...bodyCodes, 'unknown_country') },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      checkCountry(request.body.default_country);
      await saveSettings(pool, companyId, merge(await read(companyId), request.body));
      settings.forget(companyId);
      return present(await read(companyId));
    },
  );
};
