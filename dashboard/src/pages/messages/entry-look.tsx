// How one entry of a message's story reads and looks. The words are made here, not taken from the answer, so that they
// are in the reader's language.

import { deliveryCondition } from '@hudhud/contract/conditions.ts';
import type { TimelineEntry } from '@hudhud/contract/timeline.ts';
import {
  IconArrowDownRight,
  IconClockOff,
  IconDatabase,
  IconRoute,
  IconWebhook,
  IconWorldUpload,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { callLookOf, isKnownOutcome } from '../../parts/state/call-outcome.tsx';
import { deliveryColors } from '../../parts/state/delivery-state.tsx';
import { messageLooks } from '../../parts/state/message-status.tsx';

export function entryIcon(entry: TimelineEntry) {
  if (entry.kind === 'request') return <IconArrowDownRight size={14} className="flip" aria-hidden />;
  if (entry.kind === 'stored') return <IconDatabase size={14} aria-hidden />;
  if (entry.kind === 'routed') return <IconRoute size={14} aria-hidden />;
  if (entry.kind === 'fallback') return <IconClockOff size={14} aria-hidden />;
  if (entry.kind === 'call') return <IconWorldUpload size={14} aria-hidden />;
  if (entry.kind === 'delivery') return <IconWebhook size={14} aria-hidden />;
  const { icon: Picture, flip } = messageLooks[entry.status];
  return <Picture size={14} className={flip} aria-hidden />;
}

export function entryColor(entry: TimelineEntry): string {
  if (entry.kind === 'call') return callLookOf(entry.outcome);
  if (entry.kind === 'status') return messageLooks[entry.status].color;
  if (entry.kind === 'delivery') return deliveryColors[deliveryCondition(entry.state, entry.attempts_made)];
  if (entry.kind === 'fallback') return 'orange';
  if (entry.kind === 'routed' && entry.instead_of !== null) return 'orange';
  return entry.kind === 'request' && entry.status >= 400 ? 'red' : 'gray';
}

/** The provider's word that it took the message says the same as the call before it, and a delivery says the same as
 * its calls. */
export const isHidden = (entry: TimelineEntry, before: TimelineEntry | undefined): boolean =>
  (entry.kind === 'call' && entry.call_kind === 'webhook') ||
  (entry.kind === 'status' &&
    entry.status === 'sent' &&
    before?.kind === 'call' &&
    before.outcome === 'sent' &&
    before.attempt === entry.attempt);

const fileTitleOf = (outcome: string) =>
  outcome === 'sent' ? 'file_fetched' : outcome === 'retry' ? 'file_retry' : 'file_missing';

export function useEntryTitle(): (entry: TimelineEntry) => string {
  const { t } = useTranslation();
  return (entry) => {
    switch (entry.kind) {
      case 'request':
        return t('timeline.request', { status: entry.status });
      case 'stored':
        return t(`timeline.stored_${entry.direction}`);
      case 'routed':
        return t(entry.instead_of === null ? 'timeline.routed' : 'timeline.rerouted', { route: entry.route });
      case 'fallback':
        return t('timeline.fallback', { template: entry.template });
      case 'call':
        if (!isKnownOutcome(entry.outcome)) return entry.title;
        if (entry.call_kind === 'media') return t(`timeline.${fileTitleOf(entry.outcome)}`);
        return t(`timeline.call_${entry.outcome}`, { attempt: entry.attempt });
      case 'delivery':
        return t(`timeline.delivery_${entry.state}`);
      case 'status':
        return entry.status === 'queued' ? t('timeline.queued') : t(`status_hint.${entry.status}`);
    }
  };
}
