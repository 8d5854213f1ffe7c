// A forgotten password: a link by mail where the gateway can send one, else the operator of the gateway prints it.

import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
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
  const {
    form,
    frame,
    save: ask,
  } = useServerForm({
    initialValues: { email: '' },
    validate: {
      email: (value: string) => (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? null : t('person.email_needed')),
    },
    save: { mutationFn: forgotPassword },
    toBody: ({ email }) => email.trim(),
  });
  if (ask.isSuccess) {
    return (
      <Alert color="teal" icon={<IconMailForward />} title={t('forgotten.sent')}>
        <Text size="sm">{t('forgotten.sent_hint')}</Text>
      </Alert>
    );
  }
  return (
    <FormFrame {...frame} isDoor submit={t('forgotten.button')}>
      <TextInput
        type="email"
        label={t('person.email')}
        autoComplete="username"
        autoFocus
        dir="ltr"
        {...form.getInputProps('email')}
      />
    </FormFrame>
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
