// The health of a number at Meta: its quality, how many people it may write to, its name, its restrictions, and when its
// token ends.

import { asFields, asText } from '../cloud-api/graph-error.ts';
import type { HealthNews, HealthPart, SenderHealth } from '../health-part.ts';
import type { Fields } from '../read-values.ts';
import { askGraph, askToken, numberFields, readTokenEnd } from './ask-graph.ts';
import { examineMeta } from './examine.ts';
import { field } from './fields.ts';

const qualities: Readonly<Record<string, SenderHealth['quality']>> = {
  GREEN: 'green',
  YELLOW: 'yellow',
  RED: 'red',
};

const thousand = 1_000;

/** `TIER_2K`, `TIER_UNLIMITED`, or the number itself, -1 for none: Meta writes all of them. */
export const readTier = (value: unknown): number | null => {
  const text = asText(value)?.toUpperCase() ?? '';
  if (text === 'TIER_UNLIMITED' || text === '-1') return Number.POSITIVE_INFINITY;
  const found = /^(?:TIER_)?(\d+)(K?)$/.exec(text);
  return found ? Number(found[1]) * (found[2] === 'K' ? thousand : 1) : null;
};

const perSecond: Readonly<Record<string, number>> = { STANDARD: 80, HIGH: 1_000 };

/** States of a number in which it does not send as it should. */
const restrictedStatuses = new Set([
  'FLAGGED',
  'RESTRICTED',
  'RATE_LIMITED',
  'DISCONNECTED',
  'BANNED',
  'UNVERIFIED',
]);

const readRestrictions = (number: Fields): SenderHealth['restrictions'] => {
  const status = asText(number.status) ?? '';
  const maySend = asText(asFields(number.health_status)?.can_send_message) ?? 'AVAILABLE';
  return [
    ...(restrictedStatuses.has(status) ? [{ kind: status.toLowerCase(), endsAt: null }] : []),
    ...(maySend === 'AVAILABLE' ? [] : [{ kind: `sending_${maySend.toLowerCase()}`, endsAt: null }]),
  ];
};

const readNumber = (number: Fields, tokenEndsAt: Date | null): SenderHealth => ({
  quality: qualities[asText(number.quality_rating) ?? ''] ?? null,
  peoplePerDay: readTier(number.whatsapp_business_manager_messaging_limit),
  messagesPerSecond: perSecond[asText(asFields(number.throughput)?.level) ?? ''] ?? null,
  name: asText(number.verified_name),
  nameStatus: asText(number.name_status),
  restrictions: readRestrictions(number),
  tokenEndsAt,
});

const readHealth: HealthPart['read'] = async (http, fields) => {
  const id = encodeURIComponent(field(fields, 'phone_number_id'));
  const number = await askGraph(http, fields, `${id}?fields=${numberFields}`);
  if (number.kind === 'failed') return { kind: 'broken', failure: number.failure };
  const token = await askToken(http, fields);
  // The end of the token is worth less than the rest: some tokens may not ask about themselves.
  const endsAt = token.kind === 'answered' ? readTokenEnd(asFields(token.body.data) ?? {}) : null;
  return { kind: 'read', health: readNumber(number.body, endsAt) };
};

const toDate = (seconds: unknown): Date | null => {
  const value = Number(asText(seconds) ?? Number.NaN);
  return value > 0 ? new Date(value * 1000) : null;
};

const listOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(asFields).filter((one) => one !== null) : [];

const restrictionAlert = (value: Fields): HealthNews => {
  const restrictions = listOf(value.restriction_info).map((info) => ({
    kind: (asText(info.restriction_type) ?? 'restricted').toLowerCase(),
    endsAt: toDate(info.expiration),
  }));
  return {
    restrictions,
    alert: {
      kind: 'restricted',
      detail: `Meta restricts the account: ${restrictions.map(({ kind }) => kind).join(', ') || 'no reason given'}.`,
      action: 'Open the account quality page at Meta, and ask for a review if it is wrong.',
      endsAt: restrictions.find(({ endsAt }) => endsAt)?.endsAt ?? null,
    },
  };
};

/** Account events that need a person. Others are good news, or about partners and prices. */
const alarming = new Set(['ACCOUNT_VIOLATION', 'DISABLED_UPDATE', 'ACCOUNT_DELETED', 'ACCOUNT_OFFBOARDED']);

const readAccountUpdate = (value: Fields): HealthNews => {
  const event = asText(value.event) ?? '';
  if (event === 'ACCOUNT_RESTRICTION') return restrictionAlert(value);
  if (!alarming.has(event)) return {};
  const why =
    asText(asFields(value.violation_info)?.violation_type) ??
    asText(asFields(value.ban_info)?.waba_ban_state) ??
    '';
  return {
    alert: {
      kind: 'provider_alert',
      detail: `Meta reports ${event}${why === '' ? '' : ` (${why})`}.`,
      action: 'Open the account quality page at Meta.',
      endsAt: null,
    },
  };
};

const readNameUpdate = (value: Fields): HealthNews =>
  asText(value.decision) === 'REJECTED'
    ? {
        alert: {
          kind: 'name_declined',
          detail: `Meta declined the name ${asText(value.requested_verified_name) ?? ''}: ${asText(value.rejection_reason) ?? 'no reason given'}.`,
          action: 'Choose another name at Meta.',
          endsAt: null,
        },
      }
    : {};

const readAlert = (value: Fields): HealthNews => {
  const info = asFields(value.alert_info) ?? {};
  return {
    alert: {
      kind: 'provider_alert',
      detail: asText(info.alert_description) ?? asText(info.alert_type) ?? 'Meta sent an alert.',
      action: 'Read the alert at Meta.',
      endsAt: null,
    },
  };
};

const readers: Readonly<Record<string, (value: Fields) => HealthNews>> = {
  account_update: readAccountUpdate,
  account_alerts: readAlert,
  phone_number_name_update: readNameUpdate,
  phone_number_quality_update: () => ({}),
  business_capability_update: () => ({}),
  account_review_update: () => ({}),
};

export const metaHealth = {
  tokenCodes: ['190'],
  read: readHealth,
  examine: examineMeta,
  readNotice: (topic: string, raw: unknown): HealthNews | null => {
    const read = readers[topic];
    if (!read) return null;
    const [change] = listOf(asFields(raw)?.changes);
    return read(asFields(change?.value) ?? {});
  },
} satisfies HealthPart;
