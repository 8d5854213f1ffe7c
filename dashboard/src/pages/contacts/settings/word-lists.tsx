// Words by language: a list for each, another language by choosing it, and a way back to the gateway's own words.

import { Button, Group, Select, Stack, TagsInput } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../parts/text/language-name.ts';
import { languageOptions } from '../languages.ts';

type Words = Record<string, string[]>;

interface WordListsProps {
  words: Words;
  isFixed: boolean;
  onChange: (words: Words) => void;
  onReset: () => void;
}

export function WordLists({ words, isFixed, onChange, onReset }: WordListsProps) {
  const { t, i18n } = useTranslation();
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
          onChange={(next) => onChange({ ...words, [language]: next })}
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
            onChange={(language) => language && onChange({ ...words, [language]: [] })}
          />
          <Button variant="subtle" color="gray" leftSection={<IconRestore size={16} />} onClick={onReset}>
            {t('contact_settings.reset')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
