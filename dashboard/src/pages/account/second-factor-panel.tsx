// The second factor: whether it is on, setting it up, and turning it off.

import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasskeyError } from '../../parts/error/passkey-error.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { StatusBadge } from '../../parts/state/status-badge.tsx';
import { passkeysQuery, removeSecondFactor, useSession } from '../../queries/account.ts';
import { CodeInput } from './code-input.tsx';
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
  const [code, setCode] = useState('');
  const [isByPasskey, setByPasskey] = useState(false);
  const hasPasskey = (useQuery(passkeysQuery).data?.length ?? 0) > 0;
  const remove = useMutation({
    ...removeSecondFactor,
    onSuccess: () => {
      leave();
      showDone(t('second_factor.removed'));
    },
  });
  const leave = () => {
    close();
    setCode('');
    setByPasskey(false);
    remove.reset();
  };
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
        problem={remove.isError && <PasskeyError error={remove.error} />}
        onPassword={(password) => remove.mutate({ password, code: isByPasskey ? null : code.trim() })}
        onClose={leave}
      >
        {!isByPasskey && <CodeInput value={code} onChange={setCode} />}
        {hasPasskey && (
          <Switch
            label={t('second_factor.by_passkey')}
            checked={isByPasskey}
            onChange={(event) => setByPasskey(event.currentTarget.checked)}
          />
        )}
      </PasswordDialog>
    </>
  );
}
