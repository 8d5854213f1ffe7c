// Reads one status of a message: its kind, its failure, and the charges.

import type { StatusDetails } from '@hudhud/contract/status-details.ts';
import type { CallbackStatus, StatusVerdict } from '../callback.ts';
import type { Failure } from '../provider.ts';
import { type Fields, listOf, present } from '../read-values.ts';
import { findRule, toFailure } from './find-rule.ts';
import { asFields, asText, type GraphError, readGraphError } from './graph-error.ts';
import { readUserId } from './read-person.ts';
import { asFlag, readIsoTime, readTime } from './read-values.ts';
import { toStatusVerdict } from './verdicts.ts';

const statusNames = ['sent', 'delivered', 'read', 'played', 'failed'] as const;

interface StatusFailure {
  readonly failure: Failure | null;
  readonly verdict: StatusVerdict;
}

/** The first error gives the reason; the others are kept in its detail. */
const joinErrors = (first: GraphError, others: readonly GraphError[]): GraphError => ({
  ...first,
  detail: [first.detail, ...others.map(({ code, title, detail }) => `${code} ${title}: ${detail}`)].join(
    ' | ',
  ),
});

const errorsOf = (status: Fields): GraphError[] =>
  listOf(status.errors).flatMap((error) => readGraphError(error) ?? []);

const readPricing = (pricing: Fields | null) =>
  pricing &&
  present({
    category: asText(pricing.category),
    model: asText(pricing.pricing_model),
    type: asText(pricing.type),
    billable: asFlag(pricing.billable),
  });

const readConversation = (conversation: Fields | null) =>
  conversation &&
  present({
    id: asText(conversation.id),
    origin: asText(asFields(conversation.origin)?.type),
    expires_at: readIsoTime(conversation.expiration_timestamp),
  });

/** Null when the status comes alone, as most do. */
const readDetails = (status: Fields): StatusDetails | null => {
  const errors = status.status === 'failed' ? errorsOf(status) : [];
  const details = present({
    pricing: readPricing(asFields(status.pricing)),
    conversation: readConversation(asFields(status.conversation)),
    errors:
      errors.length === 0
        ? null
        : errors.map(({ code, title, detail }) => ({ code: String(code), title, detail })),
  }) as StatusDetails;
  return Object.keys(details).length === 0 ? null : details;
};

/** The same of a status that was kept. */
export const describeCloudApiStatus = (raw: unknown): StatusDetails => readDetails(asFields(raw) ?? {}) ?? {};

const readFailure = (status: Fields): StatusFailure => {
  const errors = errorsOf(status);
  const [first, ...others] = errors;
  if (!first) return { failure: null, verdict: { kind: 'rejected' } };
  // A status has no HTTP status of its own; refusals have 400.
  const rules = errors.map((error) => findRule(error, 400));
  const [firstRule = findRule(first, 400)] = rules;
  const decisive = rules.find((rule) => rule.verdict === 'suspend') ?? firstRule;
  return {
    failure: toFailure(joinErrors(first, others), firstRule),
    verdict: toStatusVerdict(decisive),
  };
};

/** Categories come with a dash or with a line between their words. */
const readCharge = (pricing: Fields | null): Pick<CallbackStatus, 'pricing' | 'isFree'> => {
  const category = asText(pricing?.category)?.replaceAll('-', '_') ?? null;
  const isFree = asText(pricing?.type)?.startsWith('free_') ?? pricing?.billable === false;
  return { pricing: category, ...(category !== null && isFree && { isFree }) };
};

export const readStatus = (raw: Fields, receivedAt: Date): CallbackStatus | null => {
  const providerMessageId = asText(raw.id);
  const status = statusNames.find((name) => name === raw.status);
  if (!providerMessageId || !status) return null;
  const details = readDetails(raw);
  return {
    providerMessageId,
    status,
    at: readTime(raw.timestamp) ?? receivedAt,
    recipient: asText(raw.recipient_id),
    recipientUserId: readUserId(raw.recipient_user_id),
    // Its name until May 2026 still comes from old versions.
    recipientParentUserId: readUserId(raw.recipient_parent_user_id ?? raw.parent_recipient_user_id),
    echo: asText(raw.biz_opaque_callback_data),
    ...(status === 'failed' ? readFailure(raw) : { failure: null }),
    ...readCharge(asFields(raw.pricing)),
    ...(details && { details }),
    raw,
  };
};
