import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findForeignRule, findRule } from '../../../gateway/src/providers/cloud-api/find-rule.ts';
import { playbook, type Rule } from '../../../gateway/src/providers/cloud-api/playbook.ts';
import { infobipPlaybook } from '../../../gateway/src/providers/infobip/playbook.ts';
import { twilioPlaybook } from '../../../gateway/src/providers/twilio/playbook.ts';
import { vonagePlaybook } from '../../../gateway/src/providers/vonage/playbook.ts';
import { errorClasses, explainFailure } from '../../../gateway/src/webhooks/attempts/explain-failure.ts';
import arabic from './failures.ar.json';

const gateway = join(import.meta.dirname, '../../../gateway/src');

/** Where the gateway explains failures in words of its own that no table lists. */
const explainingFiles = [
  'dispatch/attempt-send.ts',
  'dispatch/check-window.ts',
  'dispatch/recover-orphans.ts',
  'messages/statuses/retry-after-failure.ts',
  'providers/cloud-api/media.ts',
  'providers/cloud-api/send.ts',
  'providers/dialog360/call-dialog360.ts',
  'providers/dialog360/read-error.ts',
  'providers/dialog360/webhook.ts',
  'providers/exchange.ts',
  'providers/fetch-by-address.ts',
  'providers/infobip/find-rule.ts',
  'providers/infobip/send.ts',
  'providers/meta-cloud/ask-graph.ts',
  'providers/meta-cloud/examine.ts',
  'providers/read-outcome.ts',
  'providers/twilio/media.ts',
  'providers/twilio/playbook.ts',
  'providers/twilio/read-answer.ts',
  'providers/twilio/send.ts',
  'providers/twilio/senders.ts',
  'providers/vonage/find-rule.ts',
  'providers/vonage/send.ts',
  'senders/doctor.ts',
  'webhooks/attempts/deliver.ts',
];

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g;
const isSentence = (text: string): boolean => /^[A-Z\d].* .*\.$/.test(text);

const sentencesIn = (file: string): string[] =>
  [...readFileSync(join(gateway, file), 'utf8').matchAll(literal)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter(isSentence);

const plays = [
  ...[playbook, twilioPlaybook, infobipPlaybook, vonagePlaybook].flatMap(Object.values<Rule>),
  ...[400, 401, 429, 500].map((status) => findRule({ code: 987_654, subcode: null }, status)),
  findRule({ code: 250, subcode: null }, 403),
  ...[400, 401, 413].map(findForeignRule),
];
const explained = errorClasses.map((one) => explainFailure(one, ''));

describe('the explanations of failures', () => {
  it("have Arabic words for everything the provider's codes mean", () => {
    for (const { cause, action } of plays)
      expect(Object.keys(arabic)).toEqual(expect.arrayContaining([cause, action]));
  });

  it('have Arabic words for every way in which a webhook can fail', () => {
    for (const { title, cause, action } of explained) {
      expect(Object.keys(arabic)).toEqual(expect.arrayContaining([title, cause, action]));
    }
  });

  it.each(explainingFiles)('have Arabic words for the sentences of %s', (file) => {
    const sentences = sentencesIn(file);
    expect(sentences.length).toBeGreaterThan(0);
    expect(Object.keys(arabic)).toEqual(expect.arrayContaining(sentences));
  });

  it('are written in Arabic, and keep the words that stay as they are', () => {
    for (const [english, text] of Object.entries(arabic)) {
      expect(text, english).toMatch(/\p{Script=Arabic}/u);
      for (const [word] of english.matchAll(/\b(?:Meta|TLS|DNS|\d{2,}|[A-Z]+(?:_[A-Z]+)+)\b/g)) {
        expect(text, english).toContain(word);
      }
    }
  });
});
