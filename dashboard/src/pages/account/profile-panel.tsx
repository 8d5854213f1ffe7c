// Name and language. The e-mail address is how one signs in, and stays.

import { Input, Select, Text, TextInput } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { changeLanguage, type Language, languages } from '../../i18n/i18n.ts';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { changeUser, useSession } from '../../queries/account.ts';

interface ProfileValues {
  name: string;
  language: Language;
}

export function ProfilePanel() {
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const { form, frame } = useServerForm({
    initialValues: { name: user.name, language: user.language } satisfies ProfileValues,
    validate: { name: isNotEmpty(t('person.name_needed')) },
    save: {
      ...changeUser,
      onSuccess: async (session) => {
        await changeLanguage(session.user.language);
        showDone(i18n.t('account.saved'));
      },
    },
    toBody: ({ name, language }) => ({ name: name.trim(), language }),
  });
  return (
    <Panel title={t('account.profile')}>
      <FormFrame {...frame} submit={t('action.save')}>
        <TextInput label={t('person.name')} autoComplete="name" {...form.getInputProps('name')} />
        <Input.Wrapper label={t('person.email')} description={t('account.email_hint')} labelElement="div">
          <Text mt={4}>
            <LeftToRight>{user.email}</LeftToRight>
          </Text>
        </Input.Wrapper>
        <Select
          label={t('language.label')}
          data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
          allowDeselect={false}
          {...form.getInputProps('language')}
        />
      </FormFrame>
    </Panel>
  );
}
