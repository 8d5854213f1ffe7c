// Says that a page was opened without the secret that its link carries.

import { Alert, Text } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function NoLinkAlert({ hint }: { hint: string }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" icon={<IconLinkOff />} title={t('reset.no_link')}>
      <Text size="sm">{hint}</Text>
    </Alert>
  );
}
