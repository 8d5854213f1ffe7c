// Senders and providers as the outside sees them. Secret fields only ever say whether they are set.

import type * as Contract from '@hudhud/contract/senders.ts';
import { toPublicId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Failure, Provider, ProviderField } from '../providers/provider.ts';
import { findProvider } from '../providers/registry.ts';
import { callbackPath } from './callback-path.ts';
import type { SenderRow } from './queries.ts';
import { openFields } from './sealed-fields.ts';
import type { SenderTestResult } from './test-sender.ts';

const presentFields = (secrets: Secrets, row: SenderRow): Contract.Sender['fields'] => {
  // The credentials of a simulated sender concern the simulator only.
  if (row.is_simulated) return {};
  const fields = openFields(secrets, { companyId: row.company_id, id: row.id }, row.fields);
  const presentOne = ({ name, isSecret, default: byDefault }: ProviderField) => {
    const value = fields[name] ?? byDefault ?? '';
    return isSecret ? { is_set: value !== '' } : { is_set: value !== '', value };
  };
  return Object.fromEntries(
    (findProvider(row.provider)?.fields ?? []).map((field) => [field.name, presentOne(field)]),
  );
};

const presentCallbackProblem = ({
  callback_problem: problem,
  callback_problem_at: at,
}: SenderRow): Contract.Sender['callback_problem'] => {
  if (problem === null || at === null) return null;
  const { code, detail } = JSON.parse(problem) as { code: string; detail: string };
  return { code, detail, at: at.toISOString() };
};

const presentHealth = (row: SenderRow): Contract.Sender['health'] => {
  const { health, health_read_at: readAt, health_failure: failure } = row;
  if (!health && failure === null) return null;
  return {
    quality: health?.quality ?? null,
    people_per_day: health?.peoplePerDay ?? null,
    is_unlimited: health?.isUnlimited ?? false,
    people_reached: health?.peopleReached ?? 0,
    messages_per_second: health?.messagesPerSecond ?? null,
    name: health?.name ?? null,
    name_status: health?.nameStatus ?? null,
    restrictions: (health?.restrictions ?? []).map(({ kind, endsAt }) => ({ kind, ends_at: endsAt })),
    token_ends_at: health?.tokenEndsAt ?? null,
    read_at: readAt?.toISOString() ?? null,
    failure: failure === null ? null : (JSON.parse(failure) as Failure),
  };
};

export const presentHeard = (row: SenderRow, messageId: string | null): Contract.Heard => ({
  message_id: messageId && toPublicId('message', messageId),
  callback_problem: presentCallbackProblem(row),
});

export const presentSender = (secrets: Secrets, publicUrl: string, row: SenderRow): Contract.Sender => ({
  id: toPublicId('sender', row.id),
  name: row.name,
  provider: row.provider,
  account: row.account ?? '',
  phone_number: row.phone_number,
  store_id: row.store_id && toPublicId('store', row.store_id),
  is_default: row.is_default,
  is_simulated: row.is_simulated,
  messages_per_second: row.messages_per_second,
  state: row.state,
  failure: row.failure === null ? null : (JSON.parse(row.failure) as Failure),
  state_changed_at: row.state_changed_at.toISOString(),
  fields: presentFields(secrets, row),
  callback_url: `${publicUrl}${callbackPath({ provider: row.provider, companyId: row.company_id, id: row.id })}`,
  last_callback_at: row.last_callback_at?.toISOString() ?? null,
  callback_problem: presentCallbackProblem(row),
  health: presentHealth(row),
  created_at: row.created_at.toISOString(),
});

export const presentTest = ({ test, steps, state }: SenderTestResult): Contract.SenderTest => ({
  ...(test.kind === 'working'
    ? { is_working: true, phone_number: test.phoneNumber, name: test.name, failure: null }
    : { is_working: false, phone_number: null, name: null, failure: test.failure }),
  state,
  steps: [...steps],
  tested_at: new Date().toISOString(),
});

export const presentProvider = (provider: Provider): Contract.Provider => {
  // The limits of most senders: one may have its own.
  const limits = provider.limitsOf({});
  return {
    name: provider.name,
    title: provider.title,
    fields: provider.fields.map((field) => ({
      name: field.name,
      label: field.label,
      help: field.help,
      is_secret: field.isSecret,
      is_required: field.default === undefined && !field.isGenerated,
      default: field.default ?? null,
    })),
    limits: {
      messages_per_second: limits.messagesPerSecond,
      pair_milliseconds: limits.pairMilliseconds,
      pair_burst: limits.pairBurst,
    },
    content: Object.entries(provider.content).map(([kind, { charactersMax, needsWindow }]) => ({
      kind,
      characters_max: charactersMax,
      needs_window: needsWindow,
    })),
    correlation: provider.correlation.kind,
    registers_callback: provider.registerCallback !== undefined,
  };
};
