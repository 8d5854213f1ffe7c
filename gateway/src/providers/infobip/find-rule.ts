// Which rule a refusal of Infobip gets, and its two shapes of errors.

import { asFields, asText } from '../cloud-api/graph-error.ts';
import { type Rule, rule } from '../cloud-api/playbook.ts';
import { parseObject } from '../exchange.ts';
import { byItself } from '../own-failure.ts';
import type { Failure } from '../provider.ts';
import type { Fields } from '../read-values.ts';
import { infobipPlaybook, repetitionCodes } from './playbook.ts';

export interface Refusal {
  readonly code: string;
  readonly rule: Rule;
  readonly failure: Failure;
  /** It was refused because an earlier attempt with the same id was accepted. */
  readonly isRepetition: boolean;
}

const toRefusal = (code: string, title: string, detail: string, found: Rule): Refusal => ({
  code,
  rule: found,
  failure: { code, title, detail, cause: found.cause, action: found.action },
  isRepetition: repetitionCodes.has(code),
});

/** Infobip says of an error whether it is permanent; a rule that would retry gives way to it. */
const heedPermanence = (found: Rule, permanent: unknown): Rule =>
  found.verdict === 'retry' && permanent === true
    ? rule('reject', found.cause, 'Send it again later, in another way if it fails again.')
    : found;

const unknownRule = (error: Fields | null): Rule =>
  error?.permanent === false && asText(error.id) !== '0'
    ? rule('retry', 'Infobip could not deliver it this time.', byItself)
    : rule('reject', 'Infobip refused the message.', 'Correct the message and send it again.');

/** From the `status` and `error` of an answer or a report. The error is the narrower reason, where there is one. */
export const readRefusal = (report: Fields): Refusal => {
  const status = asFields(report.status);
  const error = asFields(report.error);
  const errorId = asText(error?.id);
  const hasError = errorId !== null && errorId !== '0';
  const codes = [...(hasError ? [errorId] : []), `s${asText(status?.id) ?? '?'}`];
  const code = codes.find((candidate) => infobipPlaybook[candidate]) ?? codes[0] ?? 'unknown';
  const words = hasError ? error : status;
  const title = asText(words?.name) ?? asText(status?.groupName) ?? `Error ${code}`;
  const detail = asText(words?.description) ?? title;
  const found = infobipPlaybook[code] ?? unknownRule(error);
  return toRefusal(code, title, detail, heedPermanence(found, error?.permanent));
};

const byStatus = (httpStatus: number): Rule => {
  if (httpStatus === 401)
    return rule('suspend', 'Infobip does not accept the API key.', 'Put a valid API key into the sender.');
  if (httpStatus === 403)
    return rule('suspend', 'The API key may not do this.', 'Give the key the scope for WhatsApp at Infobip.');
  if (httpStatus === 404)
    return rule('suspend', 'Infobip does not know the sender or the path.', 'Correct the sender.');
  if (httpStatus === 429) return rule('slow_down', 'Infobip asks to slow down.', byItself);
  return rule('reject', 'Infobip found the message wrong.', 'Correct the message and send it again.');
};

const validationOf = (exception: Fields): string =>
  Object.entries(asFields(exception.validationErrors) ?? {})
    .map(([name, texts]) => `${name}: ${Array.isArray(texts) ? texts.map(asText).join(', ') : asText(texts)}`)
    .join('; ');

/** The refusal of an HTTP answer; null when it is not in Infobip's words. */
export const readErrorAnswer = (body: string, httpStatus: number): Refusal | null => {
  const answer = parseObject(body);
  const exception = asFields(asFields(answer?.requestError)?.serviceException);
  const found = byStatus(httpStatus);
  if (exception) {
    const text = asText(exception.text) ?? 'Refused';
    const detail = [text, validationOf(exception)].filter(Boolean).join(' - ');
    return toRefusal(asText(exception.messageId) ?? `http_${httpStatus}`, text, detail, found);
  }
  const code = asText(answer?.errorCode);
  if (answer === null || code === null) return null;
  const detail = [asText(answer.description), asText(answer.action)].filter(Boolean).join(' ');
  return toRefusal(code, asText(answer.description) ?? code, detail || code, found);
};
