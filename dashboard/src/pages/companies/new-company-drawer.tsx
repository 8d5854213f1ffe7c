// Another company for the same person, on a free trial. Its token is shown once.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { pointedErrors } from '../../parts/form/pointed-errors.tsx';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { type CreatedCompany, createCompany } from '../../queries/companies.ts';
import { TimezoneSelect } from '../company/timezone-select.tsx';
import { TokenDialog } from '../company/token-dialog.tsx';

/** A drawer shows what was read; a new company needs nothing. */
const nothingToRead = queryOptions({ queryKey: ['companies', 'new'], queryFn: () => true });

export function NewCompanyDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const query = useQuery(nothingToRead);
  const save = useMutation({
    mutationFn: createCompany,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session'] }),
  });
  const open = ({ company }: CreatedCompany) =>
    void navigate({ to: '/companies/$companyId', params: { companyId: company.id } });
  return (
    <>
      <DetailDrawer
        title={t('companies.add')}
        query={query}
        onClosed={() => void navigate({ to: '/companies' })}
      >
        {() => <NewCompanyForm error={save.error} isSaving={save.isPending} onSave={save.mutate} />}
      </DetailDrawer>
      <TokenDialog
        token={save.data?.token ?? null}
        onClose={() => {
          if (save.data) open(save.data);
        }}
      />
    </>
  );
}

interface NewCompanyFormProps {
  error: Error | null;
  isSaving: boolean;
  onSave: (body: { name: string; timezone: string }) => void;
}

function NewCompanyForm({ error, isSaving, onSave }: NewCompanyFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { name: '', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    validate: { name: (value) => (value.trim() === '' ? t('profile.name_needed') : null) },
  });
  const { setErrors } = form;
  useEffect(() => setErrors(pointedErrors(error)), [error, setErrors]);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ name, timezone }) => onSave({ name: name.trim(), timezone }))}
    >
      <Stack pb="xl">
        {error && <ErrorAlert error={error} />}
        <Text size="sm" c="dimmed">
          {t('companies.add_hint')}
        </Text>
        <TextInput
          label={t('profile.name')}
          required
          maxLength={200}
          {...ownDirection}
          {...form.getInputProps('name')}
        />
        <TimezoneSelect {...form.getInputProps('timezone')} />
        <Group justify="flex-end">
          <Button type="submit" loading={isSaving}>
            {t('companies.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
