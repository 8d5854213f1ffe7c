// Leaving for good: deletes the account of the person who is signed in.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { deleteUser, useSession } from '../../queries/account.ts';
import { forgetCompany } from '../../session.ts';
import { CodeInput } from './code-input.tsx';
import { PasswordDialog } from './password-dialog.tsx';

export function DeleteAccountPanel() {
  const { t } = useTranslation();
  const { has_second_factor: hasCode } = useSession().user;
  const [isAsking, { open, close }] = useDisclosure(false);
  const [code, setCode] = useState('');
  const leave = useMutation({
    mutationFn: deleteUser,
    onSuccess: () => {
      forgetCompany();
      window.location.assign('/sign-in');
    },
  });
  const stay = () => {
    close();
    setCode('');
    leave.reset();
  };
  return (
    <Panel title={t('delete_account.title')}>
      <Stack>
        <Text size="sm">{t('delete_account.explain')}</Text>
        <Group>
          <Button color="red.9" leftSection={<IconTrash size={16} />} onClick={open}>
            {t('delete_account.button')}
          </Button>
        </Group>
      </Stack>
      <PasswordDialog
        isOpen={isAsking}
        title={t('delete_account.ask')}
        explain={t('delete_account.no_way_back')}
        confirm={t('delete_account.button')}
        isPending={leave.isPending}
        problem={leave.isError && <ErrorAlert error={leave.error} />}
        onPassword={(password) => leave.mutate({ password, ...(hasCode && { code: code.trim() }) })}
        onClose={stay}
      >
        {hasCode && <CodeInput value={code} onChange={setCode} />}
      </PasswordDialog>
    </Panel>
  );
}
