// Profile: what the company is called, its clock, the language of texts for its people, and how strict the window is.

import type { CompanyProfile, LanguageName } from '@hudhud/contract/companies.ts';
import { Select, Skeleton, Stack, TextInput } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { useMay } from '../../queries/account.ts';
import { changeCompany, companyQuery } from '../../queries/companies.ts';
import { FileRoom } from './file-room.tsx';
import { changingRole } from './sections.ts';
import { TimezoneSelect } from './timezone-select.tsx';

export function ProfileSection() {
  const query = useQuery(companyQuery);
  if (query.isPending) return <Skeleton height={320} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Stack maw={640}>
      <Panel>
        <ProfileForm key={query.data.id} company={query.data} />
      </Panel>
      <FileRoom />
    </Stack>
  );
}

const languageNames: readonly LanguageName[] = ['en', 'ar'];

/** The most wanted mode comes first. */
const windowModes: readonly CompanyProfile['window'][] = ['enforced', 'enforced_everywhere', 'provider'];

function ProfileForm({ company }: { company: CompanyProfile }) {
  const { t } = useTranslation();
  const mayChange = useMay(changingRole);
  const { form, frame } = useServerForm({
    initialValues: {
      name: company.name,
      timezone: company.timezone,
      language: company.language,
      window: company.window,
    },
    validate: { name: isNotEmpty(t('profile.name_needed')) },
    save: {
      ...changeCompany,
      onSuccess: () => showDone(t('profile.saved')),
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
      <Select
        label={t('profile.window')}
        description={t('profile.window_hint')}
        allowDeselect={false}
        disabled={!mayChange}
        data={windowModes.map((mode) => ({ value: mode, label: t(`profile.window_${mode}`) }))}
        {...form.getInputProps('window')}
      />
    </FormFrame>
  );
}
