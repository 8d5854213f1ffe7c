// A forgotten password: a link by mail where the gateway can send one, else whoever runs the gateway prints it.

import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMailForward } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Door } from '../../parts/page/door.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { forgotPassword, waysInQuery } from '../../queries/account.ts';

export function ForgottenPasswordPage() {
  const { t } = useTranslation();
  const { data: ways } = useSuspenseQuery(waysInQuery);
  return (
    <Door
      title={t('forgotten.title')}
      subtitle={t(ways.sends_mail ? 'forgotten.subtitle' : 'forgotten.subtitle_operator')}
      foot={
        <RouteLink to="/sign-in" size="sm">
          {t('forgotten.to_sign_in')}
        </RouteLink>
      }
    >
      {ways.sends_mail ? <MailForm /> : <AskOperator />}
    </Door>
  );
}

function MailForm() {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (value) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : t('person.email_needed')),
    },
  });
  const ask = useMutation({ mutationFn: forgotPassword });
  if (ask.isSuccess) {
    return (
      <Alert color="teal" icon={<IconMailForward />} title={t('forgotten.sent')}>
        <Text size="sm">{t('forgotten.sent_hint')}</Text>
      </Alert>
    );
  }
  return (
    <form noValidate onSubmit={form.onSubmit(({ email }) => ask.mutate(email.trim()))}>
      <Stack>
        {ask.isError && <ErrorAlert error={ask.error} />}
        <TextInput
          type="email"
          label={t('person.email')}
          autoComplete="username"
          autoFocus
          dir="ltr"
          {...form.getInputProps('email')}
        />
        <Button type="submit" fullWidth loading={ask.isPending}>
          {t('forgotten.button')}
        </Button>
      </Stack>
    </form>
  );
}

function AskOperator() {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t('forgotten.operator')}</Text>
      <CodeBlock title="npm run hudhud" code="npm run hudhud -- user reset-link --email you@example.com" />
    </Stack>
  );
}
