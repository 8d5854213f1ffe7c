// What is shown when the company cannot be read at all, for example because it is suspended: why, and the ways out.

import { Button, Center, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../api.ts';
import { ErrorAlert } from '../parts/error/error-alert.tsx';
import { HoopoeMark } from '../parts/page/hoopoe-mark.tsx';
import { switchCompany } from '../parts/session/switch-company.ts';
import { useSignOut } from '../parts/session/use-sign-out.ts';
import { sessionQuery } from '../queries/account.ts';
import { readCompanyId } from '../session.ts';
import { CrashPage } from './error-pages.tsx';

export function ShutOutPage(props: ErrorComponentProps) {
  const { error } = props;
  if (!(error instanceof ProblemError)) return <CrashPage {...props} />;
  return (
    <Center component="main" mih="100vh" p="lg">
      <Stack gap="lg" maw={560} align="center">
        <HoopoeMark size={48} />
        <ErrorAlert error={error} />
        <WaysOut />
      </Stack>
    </Center>
  );
}

function WaysOut() {
  const { t } = useTranslation();
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const signOut = useSignOut();
  const others = session?.companies.filter(({ id }) => id !== readCompanyId()) ?? [];
  return (
    <Stack align="center" gap="xs">
      {others.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('shell.other_companies')}
        </Text>
      )}
      <Group justify="center">
        {others.map(({ id, name }) => (
          <Button key={id} variant="default" onClick={() => switchCompany(id)}>
            {name}
          </Button>
        ))}
        <Button variant="subtle" color="gray" onClick={signOut}>
          {t('action.sign_out')}
        </Button>
      </Group>
    </Stack>
  );
}
