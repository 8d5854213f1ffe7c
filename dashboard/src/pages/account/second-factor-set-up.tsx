// Setting up the second factor: the password, the secret for the authenticator app with a first code, the recovery codes.

import type { SecondFactorStart } from '@hudhud/contract/people.ts';
import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { confirmSecondFactor, startSecondFactor } from '../../queries/account.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecretStep } from './secret-step.tsx';

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
