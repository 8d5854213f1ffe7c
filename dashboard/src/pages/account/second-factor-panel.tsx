// The second factor: whether it is on, setting it up, and turning it off.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { StatusBadge } from '../../parts/state/status-badge.tsx';
import { removeSecondFactor, useSession } from '../../queries/account.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';

export function SecondFactorPanel() {
  const { t } = useTranslation();
  const { has_second_factor: isOn, recovery_codes_left: left } = useSession().user;
  return (
    <Panel
      title={t('second_factor.title')}
      aside={
        <StatusBadge color={isOn ? 'teal' : 'gray'}>
          {t(isOn ? 'second_factor.on' : 'second_factor.off')}
        </StatusBadge>
      }
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('second_factor.explain')}
        </Text>
        {isOn && (
          <Text size="sm" {...(left < 3 ? { c: 'var(--mantine-color-error)' } : {})}>
            {t('second_factor.codes_left', { count: left })}
          </Text>
        )}
        <Group>
          {isOn && <TurnOff />}
          {/* It stays while the recovery codes are shown, although the factor is on by then. */}
          <SecondFactorSetUp isOn={isOn} />
        </Group>
      </Stack>
    </Panel>
  );
}

function TurnOff() {
  const { t } = useTranslation();
  const [isAsking, { open, close }] = useDisclosure(false);
  const remove = useMutation({
    ...removeSecondFactor,
    onSuccess: () => {
      close();
      notifications.show({ color: 'teal', message: t('second_factor.removed') });
    },
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('second_factor.turn_off')}
      </Button>
      <PasswordDialog
        isOpen={isAsking}
        title={t('second_factor.turn_off_title')}
        explain={t('second_factor.turn_off_explain')}
        confirm={t('second_factor.turn_off')}
        isPending={remove.isPending}
        problem={remove.isError && <ErrorAlert error={remove.error} />}
        onPassword={(password) => remove.mutate(password)}
        onClose={close}
      />
    </>
  );
}
