// By which sender something is sent; nothing chosen is the default.

import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendersQuery } from '../../queries/senders.ts';

export function SenderSelect(props: Omit<SelectProps, 'data'>) {
  const { t } = useTranslation();
  const { data: senders = [] } = useQuery(sendersQuery);
  return (
    <Select
      label={t('send.from')}
      description={t('send.from_hint')}
      allowDeselect={false}
      data={[
        { value: '', label: t('send.from_default') },
        ...senders.map(({ id, name, phone_number }) => ({
          value: id,
          label: phone_number ? `${name} \u2066${phone_number}\u2069` : name,
        })),
      ]}
      {...props}
    />
  );
}
