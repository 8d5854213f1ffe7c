// Sign-in with the company id and security token, until accounts replace it. The values are tried before they are kept.

import {
  Alert,
  Button,
  Center,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error-alert.tsx';
import { HoopoeMark } from '../../parts/hoopoe-mark.tsx';
import { usePageTitle } from '../../parts/page-header.tsx';
import { fetchMeAs } from '../../queries/me.ts';
import { type Session, saveSession } from '../../session.ts';
import { LanguageMenu, SchemeMenu } from '../../shell/preference-menus.tsx';
import { SignInHelp } from './sign-in-help.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { t } = useTranslation();
  const { ended } = route.useSearch();
  usePageTitle(t('sign_in.button'));
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={430} gap="lg">
        <Stack align="center" gap={6} ta="center">
          <HoopoeMark size={56} />
          <Title order={1} mt="xs">
            {t('sign_in.title')}
          </Title>
          <Text c="dimmed">{t('sign_in.subtitle')}</Text>
        </Stack>
        {ended && (
          <Alert icon={<IconInfoCircle />} color="gray" variant="outline">
            {t('sign_in.ended')}
          </Alert>
        )}
        <Paper withBorder p="xl" bg="var(--hudhud-raised)">
          <SignInForm />
        </Paper>
        <SignInHelp />
        <Group justify="center" gap="xs">
          <LanguageMenu />
          <SchemeMenu />
        </Group>
      </Stack>
    </Center>
  );
}

function SignInForm() {
  const { t } = useTranslation();
  const router = useRouter();
  const { redirect = '/' } = route.useSearch();
  const form = useForm<Session>({
    initialValues: { companyId: '', token: '' },
    transformValues: ({ companyId, token }) => ({ companyId: companyId.trim(), token: token.trim() }),
    validate: {
      companyId: (value) => {
        const problem = companyIdProblem(value.trim());
        return problem && t(`sign_in.${problem}`);
      },
      token: (value) => (value.trim() === '' ? t('sign_in.token_required') : null),
    },
  });
  const signIn = useMutation({
    mutationFn: fetchMeAs,
    onSuccess: (_me, session) => {
      saveSession(session);
      // Only a path of our own: an address with a host would lead elsewhere after sign-in.
      const isOwnPath = redirect.startsWith('/') && !redirect.startsWith('//');
      router.history.push(isOwnPath ? redirect : '/');
    },
  });
  return (
    <form onSubmit={form.onSubmit((session) => signIn.mutate(session))} noValidate>
      <Stack>
        {signIn.isError && <ErrorAlert error={signIn.error} />}
        <TextInput
          label={t('sign_in.company_id')}
          placeholder="co_…"
          autoComplete="username"
          spellCheck={false}
          autoFocus
          dir="ltr"
          {...form.getInputProps('companyId')}
        />
        <PasswordInput
          label={t('sign_in.token')}
          autoComplete="current-password"
          dir="ltr"
          {...form.getInputProps('token')}
        />
        <Button type="submit" fullWidth loading={signIn.isPending}>
          {t('sign_in.button')}
        </Button>
        <Text size="xs" c="dimmed" ta="center">
          {t('sign_in.kept')}
        </Text>
      </Stack>
    </form>
  );
}

function companyIdProblem(value: string): 'company_id_required' | 'company_id_shape' | null {
  if (value === '') return 'company_id_required';
  return /^co_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value) ? null : 'company_id_shape';
}
