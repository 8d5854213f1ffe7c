// How people who write in are treated: whether they become contacts, and by which words they stop and start messages.

import type { ContactSettings, ContactSettingsChange } from '@hudhud/contract/contacts.ts';
import { Box, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { FormFrame } from '../../../parts/form/form-frame.tsx';
import { showDone } from '../../../parts/form/show-done.ts';
import { useServerForm } from '../../../parts/form/use-server-form.ts';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { useMay } from '../../../queries/account.ts';
import { changeContactSettings, contactSettingsQuery } from '../../../queries/contacts.ts';
import { ContactTabs } from '../contact-tabs.tsx';
import { CountrySelect } from '../country-select.tsx';
import { type WordKind, WordLists, wordKinds } from './word-lists.tsx';

/** Only what was changed: words that are the gateway's own stay so, and follow it when it learns new ones. */
function changesOf(values: ContactSettings, before: ContactSettings): ContactSettingsChange {
  const names = Object.keys(before) as (keyof ContactSettings)[];
  const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

export function ContactSettingsPage() {
  const { t } = useTranslation();
  const query = useQuery(contactSettingsQuery);
  return (
    <>
      <PageHeader title={t('contact_settings.title')} subtitle={t('contact_settings.subtitle')} />
      <ContactTabs />
      {query.isPending && <Skeleton height={320} />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <SettingsForm settings={query.data} />}
    </>
  );
}

function SettingsForm({ settings }: { settings: ContactSettings }) {
  const { t } = useTranslation();
  const mayChange = useMay('admin');
  const saving = { ...changeContactSettings, onSuccess: () => showDone(t('contact_settings.saved')) };
  const { form, save, frame } = useServerForm({
    initialValues: settings,
    save: saving,
    toBody: (values) => changesOf(values, settings),
  });
  const saved = save.data;
  const { setValues } = form;
  // As the gateway keeps them: it may have tidied the words.
  useEffect(() => {
    if (saved) setValues(saved);
  }, [saved, setValues]);
  const reset = useMutation(saving);
  const restore = (kind: WordKind) =>
    reset.mutate({ [kind]: null }, { onSuccess: (answer) => form.setFieldValue(kind, answer[kind]) });
  return (
    <Box maw={760} __vars={{ '--form-footer-background': 'var(--hudhud-surface)' }}>
      <FormFrame {...frame} submit={mayChange ? t('action.save') : null}>
        <Stack gap="lg">
          {reset.isError && <ErrorAlert error={reset.error} />}
          <Panel title={t('contact_settings.people')}>
            <Stack>
              <Switch
                label={t('contact_settings.adds_writers')}
                description={t('contact_settings.adds_writers_hint')}
                disabled={!mayChange}
                {...form.getInputProps('adds_writers', { type: 'checkbox' })}
              />
              <CountrySelect
                label={t('contact_settings.default_country')}
                description={t('contact_settings.default_country_hint')}
                maw={360}
                disabled={!mayChange}
                {...form.getInputProps('default_country')}
              />
            </Stack>
          </Panel>
          {wordKinds.map((kind) => (
            <Panel key={kind} title={t(`contact_settings.${kind}`)}>
              <Stack>
                <Text size="sm" c="dimmed">
                  {t(`contact_settings.${kind}_hint`)}
                </Text>
                <WordLists form={form} kind={kind} isFixed={!mayChange} onReset={() => restore(kind)} />
              </Stack>
            </Panel>
          ))}
        </Stack>
      </FormFrame>
    </Box>
  );
}
