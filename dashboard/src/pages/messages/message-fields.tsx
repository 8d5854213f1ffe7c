// The facts about one message.

import type { Message } from '@hudhud/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { CopyableId, LeftToRight } from '../../parts/text/left-to-right.tsx';
import { NextMoment } from '../../parts/time/moment.tsx';
import { MomentFields } from '../../parts/time/moment-fields.tsx';
import { contactByPhoneQuery } from '../../queries/contacts.ts';
import { useProviderName } from '../../queries/senders.ts';

export function MessageFields({ message }: { message: Message }) {
  const { t } = useTranslation();
  return (
    <FieldList>
      <Field name={t('message.phone_number')}>
        <CopyableId id={message.phone_number} what={t('message.phone_number')} />
      </Field>
      <ContactField message={message} />
      <Field name={t('message.direction')}>{t(`direction.${message.direction}`)}</Field>
      <Field name={t('message.id')}>
        <CopyableId id={message.id} what={t('message.id')} />
      </Field>
      {message.reference && (
        <Field name={t('message.reference')}>
          <CopyableId id={message.reference} what={t('message.reference')} />
        </Field>
      )}
      {message.transactional_reason !== null && (
        <Field name={t('message.transactional_reason')}>
          <bdi>{message.transactional_reason}</bdi>
        </Field>
      )}
      <Times message={message} />
      <Carried message={message} />
    </FieldList>
  );
}

/** The contact as the company keeps it, or else the name the person goes by. */
function ContactField({ message }: { message: Message }) {
  const { t } = useTranslation();
  const contact = useQuery(contactByPhoneQuery(message.phone_number)).data;
  if (contact) {
    return (
      <Field name={t('message.contact')}>
        <RouteLink to="/contacts/$contactId" params={{ contactId: contact.id }}>
          <bdi>{contact.name || contact.phone_number}</bdi>
        </RouteLink>
      </Field>
    );
  }
  return (
    message.contact_name && (
      <Field name={t('message.contact_name')}>
        <bdi>{message.contact_name}</bdi>
      </Field>
    )
  );
}

function Times({ message }: { message: Message }) {
  const { t } = useTranslation();
  const moments = [
    [t('message.created'), message.created_at],
    [t('message.updated'), message.updated_at],
    [t('message.schedule_at'), message.schedule_at],
  ] as const;
  return (
    <>
      <MomentFields moments={moments} />
      {message.next_attempt_at && (
        <Field name={t('message.next_attempt_at')}>
          <NextMoment at={message.next_attempt_at} isNamed />
        </Field>
      )}
    </>
  );
}

/** A newer gateway may know more types than this build. */
const isKnownType = (type: string): type is 'text' => i18next.exists(`message_type.${type}`);

function Carried({ message }: { message: Message }) {
  const { t } = useTranslation();
  return (
    <>
      <Field name={t('message.type')}>
        {isKnownType(message.type) ? (
          t(`message_type.${message.type}`)
        ) : (
          <LeftToRight mono>{message.type}</LeftToRight>
        )}
      </Field>
      <Field name={t('message.provider')}>
        <bdi>{useProviderName()(message.provider)}</bdi>
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
