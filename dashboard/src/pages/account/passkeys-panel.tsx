// The passkeys of the account: adding one, giving it a name, removing it.

import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { canUsePasskeys } from '../../parts/form/can-use-passkeys.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { passkeysQuery } from '../../queries/account.ts';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyRow } from './passkey-row.tsx';

export function PasskeysPanel() {
  const { t } = useTranslation();
  const [isAdding, { open, close }] = useDisclosure(false);
  const isPossible = canUsePasskeys();
  return (
    <Panel
      title={t('passkey.title')}
      aside={
        isPossible && (
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={open}>
            {t('passkey.add')}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t(isPossible ? 'passkey.explain' : 'passkey.not_here')}
        </Text>
        <Keys />
      </Stack>
      <AddPasskey isOpen={isAdding} onClose={close} />
    </Panel>
  );
}

function Keys() {
  const { t } = useTranslation();
  const passkeys = useQuery(passkeysQuery);
  if (passkeys.isPending) return <Skeleton height={44} />;
  if (passkeys.isError) {
    return <ErrorAlert error={passkeys.error} onRetry={() => void passkeys.refetch()} />;
  }
  if (passkeys.data.length === 0) return <Text size="sm">{t('passkey.none')}</Text>;
  return passkeys.data.map((passkey) => <PasskeyRow key={passkey.id} passkey={passkey} />);
}
