// The facts about one message.

import type { Message } from '@hudhud/contract/messages.ts';
import { useTranslation } from 'react-i18next';
import { Field, FieldList } from '../../parts/field-list.tsx';
import { CopyableId, LeftToRight } from '../../parts/left-to-right.tsx';
import { MomentLine } from '../../parts/moment.tsx';
import { RouteLink } from '../../parts/route-link.tsx';

export function MessageFields({ message }: { message: Message }) {
  const { t } = useTranslation();
  return (
    <FieldList>
      <Field name={t('message.phone_number')}>
        <CopyableId id={message.phone_number} what={t('message.phone_number')} />
      </Field>
      {message.contact_name && (
        <Field name={t('message.contact_name')}>
          <bdi>{message.contact_name}</bdi>
        </Field>
      )}
      <Field name={t('message.direction')}>{t(`direction.${message.direction}`)}</Field>
      <Field name={t('message.id')}>
        <CopyableId id={message.id} what={t('message.id')} />
      </Field>
      {message.reference && (
        <Field name={t('message.reference')}>
          <CopyableId id={message.reference} what={t('message.reference')} />
        </Field>
      )}
      <Times message={message} />
      <Carried message={message} />
    </FieldList>
  );
}

function Times({ message }: { message: Message }) {
  const { t } = useTranslation();
  const moments = [
    [t('message.created'), message.created_at],
    [t('message.updated'), message.updated_at],
    [t('message.schedule_at'), message.schedule_at],
    [t('message.next_attempt_at'), message.next_attempt_at],
  ] as const;
  return moments.map(
    ([name, at]) =>
      at && (
        <Field key={name} name={name}>
          <MomentLine at={at} />
        </Field>
      ),
  );
}

function Carried({ message }: { message: Message }) {
  const { t } = useTranslation();
  return (
    <>
      <Field name={t('message.type')}>
        <LeftToRight mono>{message.type}</LeftToRight>
      </Field>
      <Field name={t('message.provider')}>
        <LeftToRight mono>{message.provider}</LeftToRight>
      </Field>
      {message.sender_id && (
        <Field name={t('message.sender')}>
          <RouteLink to="/senders/$senderId" params={{ senderId: message.sender_id }}>
            <LeftToRight mono>{message.sender_id}</LeftToRight>
          </RouteLink>
        </Field>
      )}
      {message.provider_message_id && (
        <Field name={t('message.provider_message_id')} isStacked>
          <CopyableId id={message.provider_message_id} what={t('message.provider_message_id')} />
        </Field>
      )}
    </>
  );
}
