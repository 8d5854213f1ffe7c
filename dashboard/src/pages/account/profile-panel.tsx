// Name and language. The e-mail address is how one signs in, and stays.

import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeLanguage, type Language, languages } from '../../i18n/i18n.ts';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { changeUser, sessionQuery, useSession } from '../../queries/account.ts';

interface ProfileValues {
  name: string;
  language: Language;
}

export function ProfilePanel() {
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const queryClient = useQueryClient();
  const form = useForm<ProfileValues>({
    initialValues: { name: user.name, language: user.language },
    validate: { name: (value) => (value.trim() === '' ? t('person.name_needed') : null) },
  });
  const save = useMutation({
    mutationFn: changeUser,
    onSuccess: async (session) => {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      await changeLanguage(session.user.language);
      notifications.show({ color: 'teal', message: i18n.t('account.saved') });
    },
  });
  return (
    <Panel title={t('account.profile')}>
      <form
        noValidate
        onSubmit={form.onSubmit(({ name, language }) => save.mutate({ name: name.trim(), language }))}
      >
        <Stack>
          {save.isError && <ErrorAlert error={save.error} />}
          <TextInput label={t('person.name')} autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label={t('person.email')}
            description={t('account.email_hint')}
            value={user.email}
            readOnly
            dir="ltr"
          />
          <Select
            label={t('language.label')}
            data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
            allowDeselect={false}
            {...form.getInputProps('language')}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {t('action.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
