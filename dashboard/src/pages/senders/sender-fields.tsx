// The facts about one sender. Secrets only ever say whether they are set.

import type { Sender } from '@hudhud/contract/senders.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { CopyableId, LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentLine } from '../../parts/time/moment.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { providersQuery } from '../../queries/senders.ts';
import { useFieldText } from './field-text.ts';
import { useStoreName } from './store-name.ts';

export function SenderFields({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const storeName = useStoreName();
  return (
    <FieldList>
      <Field name={t('sender.phone_number')}>
        {sender.phone_number ? (
          <CopyableId id={sender.phone_number} what={t('sender.phone_number')} />
        ) : (
          t('sender.phone_number_unknown')
        )}
      </Field>
      <Field name={t('sender.id')}>
        <CopyableId id={sender.id} what={t('sender.id')} />
      </Field>
      <Field name={t('sender_store.name')}>
        {sender.store_id === null ? t('sender_store.whole') : <bdi>{storeName(sender.store_id)}</bdi>}
      </Field>
      <Field name={t('sender.messages_per_second')}>{text.number(sender.messages_per_second)}</Field>
      <Field name={t('sender.state_changed')}>
        <MomentLine at={sender.state_changed_at} />
      </Field>
      <Field name={t('sender.created')}>
        <MomentLine at={sender.created_at} />
      </Field>
      <Credentials sender={sender} />
    </FieldList>
  );
}

function Credentials({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  const textOf = useFieldText();
  const provider = useQuery(providersQuery).data?.find(({ name }) => name === sender.provider);
  return provider?.fields.map((field) => {
    const kept = sender.fields[field.name];
    if (!kept) return null;
    return (
      <Field key={field.name} name={textOf(sender.provider, field).label}>
        {kept.value ? (
          <LeftToRight mono>{kept.value}</LeftToRight>
        ) : (
          <Text span size="sm" c="dimmed">
            {kept.is_set ? t('sender.secret_set') : t('sender.not_set')}
          </Text>
        )}
      </Field>
    );
  });
}
