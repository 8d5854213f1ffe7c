// In the place of what a viewer may not do: why it is not there, and who can change that.

import { Alert, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export function ViewerNote() {
  const { t } = useTranslation();
  return (
    <Alert color="gray" icon={<IconEye />} title={t('viewer_note.title')}>
      <Text size="sm">{t('viewer_note.text')}</Text>
    </Alert>
  );
}
