// Somebody who belongs to no company: they left the last one, or were removed. They can start one, or wait for a link.

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Door } from '../../parts/page/door.tsx';
import { switchCompany } from '../../parts/session/switch-company.ts';
import { useSignOut } from '../../parts/session/use-sign-out.ts';
import { ownTimeZone } from '../../parts/time/time-zones.ts';
import { type CreatedCompany, createCompany } from '../../queries/companies.ts';
import { FirstToken } from '../sign-up/first-token.tsx';

export function NoCompanyPage() {
  const { t } = useTranslation();
  const [created, setCreated] = useState<CreatedCompany | null>(null);
  if (created) {
    const { company, token } = created;
    return <FirstToken company={company} token={token} onContinue={() => switchCompany(company.id)} />;
  }
  return (
    <Door title={t('no_company.title')} subtitle={t('no_company.subtitle')}>
      <NewCompany onCreated={setCreated} />
    </Door>
  );
}

function NewCompany({ onCreated }: { onCreated: (created: CreatedCompany) => void }) {
  const { t, i18n } = useTranslation();
  const signOut = useSignOut();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? t('sign_up.company_needed') : null) },
  });
  const create = useMutation({ mutationFn: createCompany, onSuccess: onCreated });
  const submit = form.onSubmit(({ name }) =>
    create.mutate({ name: name.trim(), timezone: ownTimeZone(), language: currentLanguage(i18n) }),
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {create.isError && <ErrorAlert error={create.error} />}
        <TextInput label={t('sign_up.company_name')} autoFocus {...form.getInputProps('name')} />
        <Button type="submit" fullWidth loading={create.isPending}>
          {t('no_company.button')}
        </Button>
        <Text size="xs" c="dimmed" ta="center">
          {t('sign_up.trial')}
        </Text>
        <Button variant="subtle" color="gray" fullWidth onClick={signOut}>
          {t('action.sign_out')}
        </Button>
      </Stack>
    </form>
  );
}
