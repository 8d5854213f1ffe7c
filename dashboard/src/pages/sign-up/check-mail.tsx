// What follows a sign-up where the address is proven by mail. It says the same for every address.

import { Alert, Text } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function CheckMail({ hours }: { hours: number }) {
  const { t } = useTranslation();
  return (
    <Alert color="teal" icon={<IconMailForward />} title={t('confirm_sign_up.sent')}>
      <Text size="sm">{t('confirm_sign_up.sent_hint', { hours })}</Text>
    </Alert>
  );
}
