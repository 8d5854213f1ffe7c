// Profile: what the company is called, its clock, and the language of texts for its people.

import type { CompanyProfile, LanguageName } from '@hudhud/contract/companies.ts';
import { Select, Skeleton, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { useMay } from '../../queries/account.ts';
import { changeCompany, companyQuery } from '../../queries/companies.ts';
import { changingRole } from './sections.ts';
import { TimezoneSelect } from './timezone-select.tsx';

export function ProfileSection() {
  const query = useQuery(companyQuery);
  if (query.isPending) return <Skeleton height={320} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Panel maw={640}>
      <ProfileForm key={query.data.id} company={query.data} />
    </Panel>
  );
}

const languageNames: readonly LanguageName[] = ['en', 'ar'];

function ProfileForm({ company }: { company: CompanyProfile }) {
  const { t } = useTranslation();
  const mayChange = useMay(changingRole);
  const { form, frame } = useServerForm({
    initialValues: { name: company.name, timezone: company.timezone, language: company.language },
    validate: { name: (value: string) => (value.trim() === '' ? t('profile.name_needed') : null) },
    save: {
      ...changeCompany,
      onSuccess: () => notifications.show({ color: 'teal', message: t('profile.saved') }),
    },
    toBody: (values) => ({ ...values, name: values.name.trim() }),
  });
  return (
    <FormFrame {...frame} submit={mayChange ? t('action.save') : null}>
      <TextInput
        label={t('profile.name')}
        required
        maxLength={200}
        disabled={!mayChange}
        {...ownDirection}
        {...form.getInputProps('name')}
      />
      <TimezoneSelect disabled={!mayChange} {...form.getInputProps('timezone')} />
      <Select
        label={t('profile.language')}
        description={t('profile.language_hint')}
        allowDeselect={false}
        disabled={!mayChange}
        data={languageNames.map((name) => ({ value: name, label: t(`profile.language_${name}`) }))}
        {...form.getInputProps('language')}
      />
    </FormFrame>
  );
}
