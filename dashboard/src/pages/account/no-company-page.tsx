// For users who belong to no company: they left the last one, or were removed. They can start one, or wait for a link.

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
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
  const { form, frame } = useServerForm({
    initialValues: { name: '' },
    validate: { name: isNotEmpty(t('sign_up.company_needed')) },
    save: { ...createCompany, onSuccess: onCreated },
    toBody: ({ name }) => ({ name: name.trim(), timezone: ownTimeZone(), language: currentLanguage(i18n) }),
  });
  return (
    <Stack>
      <FormFrame {...frame} isDoor submit={t('no_company.button')}>
        <TextInput label={t('sign_up.company_name')} autoFocus {...form.getInputProps('name')} />
      </FormFrame>
      <Text size="xs" c="dimmed" ta="center">
        {t('sign_up.trial')}
      </Text>
      <Button variant="subtle" color="gray" fullWidth onClick={signOut}>
        {t('action.sign_out')}
      </Button>
    </Stack>
  );
}
