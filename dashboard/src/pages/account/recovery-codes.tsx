// The recovery codes, shown this once: each signs in in place of a code from the app.

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../parts/text/code-block.tsx';

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Alert color="yellow" icon={<IconEyeOff />} title={t('second_factor.codes_once')}>
        <Text size="sm">{t('second_factor.codes_hint')}</Text>
      </Alert>
      <CodeBlock title={t('second_factor.codes')} code={codes.join('\n')} />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('second_factor.codes_kept')}
        </Button>
      </Group>
    </Stack>
  );
}
