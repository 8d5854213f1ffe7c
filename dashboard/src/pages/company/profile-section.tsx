// Profile: what the company is called, its clock, and the language of texts for its people.

import type { CompanyProfile, LanguageName } from '@hudhud/contract/companies.ts';
import { Button, Group, Select, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { pointedErrors } from '../../parts/form/pointed-errors.tsx';
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
  const form = useForm({
    initialValues: { name: company.name, timezone: company.timezone, language: company.language },
    validate: { name: (value) => (value.trim() === '' ? t('profile.name_needed') : null) },
  });
  const save = useSave();
  const { setErrors } = form;
  useEffect(() => setErrors(pointedErrors(save.error)), [save.error, setErrors]);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => save.mutate({ ...values, name: values.name.trim() }))}
    >
      <Stack>
        {save.isError && <ErrorAlert error={save.error} />}
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
        {mayChange && (
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {t('action.save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function useSave() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changeCompany,
    onSuccess: async (company) => {
      queryClient.setQueryData(companyQuery.queryKey, company);
      notifications.show({ color: 'teal', message: t('profile.saved') });
      // Every page shows the name, and times on the company's clock.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['me'] }),
        queryClient.invalidateQueries({ queryKey: ['session'] }),
      ]);
    },
  });
}
