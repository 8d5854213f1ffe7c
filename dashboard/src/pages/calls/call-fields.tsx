// The facts about one call.

import type { CallDetail } from '@hudhud/contract/calls.ts';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { CopyableId, LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentLine } from '../../parts/time/moment.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';

export function CallFields({ call }: { call: CallDetail }) {
  const { t } = useTranslation();
  const text = useTimeText();
  return (
    <FieldList>
      <Field name={t('call.started')}>
        <MomentLine at={call.started_at} />
      </Field>
      <Field name={t('call.duration')}>{text.duration(call.duration_ms)}</Field>
      <Field name={t('call.attempt')}>{text.number(call.attempt)}</Field>
      <Field name={t('filter.kind')}>{t(`call_kind.${call.kind}`)}</Field>
      {call.message_id && (
        <Field name={t('call.message')}>
          <RouteLink to="/messages/$messageId" params={{ messageId: call.message_id }}>
            <LeftToRight mono>{call.message_id}</LeftToRight>
          </RouteLink>
        </Field>
      )}
      {call.sender_id && (
        <Field name={t('message.sender')}>
          <RouteLink to="/senders/$senderId" params={{ senderId: call.sender_id }}>
            <LeftToRight mono>{call.sender_id}</LeftToRight>
          </RouteLink>
        </Field>
      )}
      {call.webhook_id && (
        <Field name={t('filter.webhook')}>
          <RouteLink to="/webhooks/$webhookId" params={{ webhookId: call.webhook_id }}>
            <LeftToRight mono>{call.webhook_id}</LeftToRight>
          </RouteLink>
        </Field>
      )}
      {call.event_id && (
        <Field name={t('delivery.event_id')}>
          <CopyableId id={call.event_id} what={t('delivery.event_id')} />
        </Field>
      )}
      {call.address && (
        <Field name={t('exchange.address')}>
          <LeftToRight mono>{call.address}</LeftToRight>
        </Field>
      )}
      <Field name={t('call.id')}>
        <CopyableId id={call.id} what={t('call.id')} />
      </Field>
    </FieldList>
  );
}
