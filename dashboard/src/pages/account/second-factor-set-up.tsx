// Setting up the second factor: the password, the secret for the authenticator app with a first code, the recovery codes.

import type { SecondFactorStart } from '@hudhud/contract/users.ts';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { confirmSecondFactor, startSecondFactor } from '../../queries/account.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { SecretStep } from './secret-step.tsx';

// The recovery codes, shown this once: each signs in in place of a code from the app.

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
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

export function SecondFactorSetUp({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  const [isAsking, { open, close }] = useDisclosure(false);
  const start = useMutation({ mutationFn: startSecondFactor, onSuccess: close });
  return (
    <>
      {!isOn && <Button onClick={open}>{t('second_factor.set_up')}</Button>}
      <PasswordDialog
        isOpen={isAsking}
        title={t('second_factor.set_up')}
        explain={t('second_factor.password_explain')}
        confirm={t('second_factor.continue')}
        isPending={start.isPending}
        problem={start.isError && <ErrorAlert error={start.error} />}
        onPassword={(password) => start.mutate(password)}
        onClose={close}
      />
      {start.data && <Confirm started={start.data} onClose={start.reset} />}
    </>
  );
}

/** Only its own buttons close it: a slip of the mouse must not lose the codes. */
function Confirm({ started, onClose }: { started: SecondFactorStart; onClose: () => void }) {
  const { t } = useTranslation();
  const confirm = useMutation(confirmSecondFactor);
  const codes = confirm.data?.recovery_codes;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(codes ? 'second_factor.codes_title' : 'second_factor.set_up')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <SecretStep
          started={started}
          error={confirm.error}
          isPending={confirm.isPending}
          onCode={(code) => confirm.mutate(code)}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
