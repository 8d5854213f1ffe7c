// The facts about one request.

import type { RequestDetail } from '@hudhud/contract/requests.ts';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { byteSize } from '../../parts/text/byte-size.ts';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { CopyableId, LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentLine } from '../../parts/time/moment.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';

export function RequestFields({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const text = useTimeText();
  return (
    <FieldList>
      <Field name={t('request.received')}>
        <MomentLine at={request.received_at} />
      </Field>
      <Field name={t('request.id')}>
        <CopyableId id={request.id} what={t('request.id')} />
      </Field>
      {request.message_id && (
        <Field name={t('request.message')}>
          <RouteLink to="/messages/$messageId" params={{ messageId: request.message_id }}>
            <LeftToRight mono>{request.message_id}</LeftToRight>
          </RouteLink>
        </Field>
      )}
      {request.retry_of && (
        <Field name={t('request.retry_of')}>
          <RouteLink to="/event-monitor/$requestId" params={{ requestId: request.retry_of }} search={true}>
            <LeftToRight mono>{request.retry_of}</LeftToRight>
          </RouteLink>
        </Field>
      )}
      <Field name={t('request.duration')}>{text.duration(request.duration_ms)}</Field>
      <Field name={t('request.body_bytes')}>
        <LeftToRight>{byteSize(request.body_bytes)}</LeftToRight>
      </Field>
      <Field name={t('request.source')}>
        <LeftToRight>{request.source}</LeftToRight>
      </Field>
      {request.user_agent && (
        <Field name={t('request.user_agent')}>
          <LeftToRight>{request.user_agent}</LeftToRight>
        </Field>
      )}
      {request.idempotency_key && (
        <Field name={t('request.idempotency_key')}>
          <CopyableId id={request.idempotency_key} what={t('request.idempotency_key')} />
        </Field>
      )}
    </FieldList>
  );
}
