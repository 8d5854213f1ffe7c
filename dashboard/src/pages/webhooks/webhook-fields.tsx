// The facts about one webhook.

import type { MessageStatus } from '@hudhud/contract/states.ts';
import type { WebhookDetail } from '@hudhud/contract/webhooks.ts';
import { useTranslation } from 'react-i18next';
import { useEventName } from '../../parts/state/event-name.ts';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { CopyableId, LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentFields } from '../../parts/time/moment-fields.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';

export function WebhookFields({ webhook }: { webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const nameOf = useEventName();
  const statuses = webhook.statuses.map((status) => t(`status.${status as MessageStatus}`));
  return (
    <FieldList>
      {webhook.description !== '' && (
        <Field name={t('webhook.description')}>
          <bdi>{webhook.description}</bdi>
        </Field>
      )}
      <Field name={t('webhook.events')}>
        {webhook.events.length === 0 ? t('webhook.all_events') : webhook.events.map(nameOf).join(' · ')}
      </Field>
      {statuses.length > 0 && <Field name={t('webhook.statuses')}>{statuses.join(' · ')}</Field>}
      <Field name={t('webhook.waiting')}>{text.number(webhook.waiting)}</Field>
      <HealthFields webhook={webhook} />
      {webhook.header_names.length > 0 && (
        <Field name={t('webhook.headers')}>
          <LeftToRight mono>{webhook.header_names.join(', ')}</LeftToRight>
        </Field>
      )}
      <Field name={t('webhook.id')}>
        <CopyableId id={webhook.id} what={t('webhook.id')} />
      </Field>
    </FieldList>
  );
}

function HealthFields({ webhook }: { webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const { health } = webhook;
  const moments = [
    [t('webhook.last_success'), health.last_success_at],
    [t('webhook.last_failure'), health.last_failure_at],
    // The next moment is never shown as past.
    [
      t('webhook.parked_until'),
      health.parked_until && !text.isPast(health.parked_until) ? health.parked_until : null,
    ],
    [t('webhook.previous_secret_until'), webhook.previous_secret_until],
  ] as const;
  return (
    <>
      <MomentFields moments={moments} />
      {health.consecutive_failures > 0 && (
        <Field name={t('webhook.consecutive_failures')}>{text.number(health.consecutive_failures)}</Field>
      )}
    </>
  );
}
