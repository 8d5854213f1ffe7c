// Another company for the same person, on a free trial. Its token is shown once.

import { Text } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { NameInput } from '../../parts/form/name-input.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { nothingToRead } from '../../parts/page/nothing-to-read.ts';
import { type CreatedCompany, createCompany } from '../../queries/companies.ts';
import { TimezoneSelect } from '../company/timezone-select.tsx';
import { TokenDialog } from '../company/token-dialog.tsx';

export function NewCompanyDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery(nothingToRead);
  const [created, setCreated] = useState<CreatedCompany | null>(null);
  const open = ({ company }: CreatedCompany) =>
    void navigate({ to: '/companies/$companyId', params: { companyId: company.id } });
  return (
    <>
      <DetailDrawer
        isForm
        title={t('companies.add')}
        query={query}
        onClosed={() => void navigate({ to: '/companies' })}
      >
        {() => <NewCompanyForm onCreated={setCreated} />}
      </DetailDrawer>
      <TokenDialog
        token={created?.token ?? null}
        onClose={() => {
          if (created) open(created);
        }}
      />
    </>
  );
}

function NewCompanyForm({ onCreated }: { onCreated: (created: CreatedCompany) => void }) {
  const { t } = useTranslation();
  const { form, frame } = useServerForm({
    initialValues: { name: '', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    validate: { name: isNotEmpty(t('profile.name_needed')) },
    save: { ...createCompany, onSuccess: onCreated },
    toBody: ({ name, timezone }) => ({ name: name.trim(), timezone }),
  });
  return (
    <FormFrame {...frame} submit={t('companies.add')}>
      <Text size="sm" c="dimmed">
        {t('companies.add_hint')}
      </Text>
      <NameInput label={t('profile.name')} maxLength={200} {...form.getInputProps('name')} />
      <TimezoneSelect {...form.getInputProps('timezone')} />
    </FormFrame>
  );
}
