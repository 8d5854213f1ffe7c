// Words by language: a list for each, another language by choosing it, and a way back to the gateway's own words.

import type { ContactSettings } from '@hudhud/contract/contacts.ts';
import { Button, Group, Select, Stack, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../parts/text/language-name.ts';
import { languageOptions } from '../languages.ts';

export const wordKinds = ['stop_words', 'start_words'] as const;
export type WordKind = (typeof wordKinds)[number];

interface WordListsProps {
  form: UseFormReturnType<ContactSettings>;
  kind: WordKind;
  isFixed: boolean;
  onReset: () => void;
}

export function WordLists({ form, kind, isFixed, onReset }: WordListsProps) {
  const { t, i18n } = useTranslation();
  const words = form.values[kind];
  /** The gateway names the word that it refuses, such as stop_words.ar.3. */
  const refusedIn = (language: string) =>
    Object.keys(form.errors).filter((path) => `${path}.`.startsWith(`${kind}.${language}.`));
  const change = (language: string, list: string[]) => {
    for (const path of refusedIn(language)) form.clearFieldError(path);
    form.setFieldValue(kind, { ...words, [language]: list });
  };
  const others = languageOptions(i18n.language).filter(({ value }) => !(value in words));
  return (
    <Stack gap="sm">
      {Object.entries(words).map(([language, list]) => (
        <TagsInput
          key={language}
          label={languageName(language, i18n.language)}
          lang={language}
          disabled={isFixed}
          maxTags={50}
          maxLength={60}
          splitChars={[',', '،', ';']}
          acceptValueOnBlur
          value={list}
          error={refusedIn(language).map((path) => form.errors[path])[0]}
          onChange={(next) => change(language, next)}
        />
      ))}
      {!isFixed && (
        <Group justify="space-between" align="flex-end">
          <Select
            aria-label={t('contact_settings.add_language')}
            placeholder={t('contact_settings.add_language')}
            searchable
            w={260}
            data={others}
            value={null}
            error={form.errors[kind]}
            onChange={(language) => language && change(language, [])}
          />
          <Button variant="subtle" color="gray" leftSection={<IconRestore size={16} />} onClick={onReset}>
            {t('contact_settings.reset')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
