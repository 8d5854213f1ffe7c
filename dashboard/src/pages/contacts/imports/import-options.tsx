// How the rows are to be taken: whose numbers, what of people who are there already, tags, and consent.

import { Checkbox, Select, SimpleGrid, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConsentSourceInput } from '../consent-source-input.tsx';
import { CountrySelect } from '../country-select.tsx';
import { ContactTagsInput } from '../tags-input.tsx';
import type { ImportChoices } from './import-choices.ts';

interface ImportOptionsProps {
  choices: ImportChoices;
  onChange: (part: Partial<ImportChoices>) => void;
}

export function ImportOptions({ choices, onChange }: ImportOptionsProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Title order={2}>{t('import_options.title')}</Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        <CountrySelect
          label={t('import_options.country')}
          description={t('import_options.country_hint')}
          value={choices.default_country}
          onChange={(default_country) => onChange({ default_country })}
        />
        <Select
          label={t('import_options.existing')}
          description={t('import_options.existing_hint')}
          allowDeselect={false}
          data={[
            { value: 'update', label: t('import_options.update') },
            { value: 'skip', label: t('import_options.skip') },
          ]}
          value={choices.updates_existing ? 'update' : 'skip'}
          onChange={(chosen) => onChange({ updates_existing: chosen === 'update' })}
        />
        <ContactTagsInput
          label={t('import_options.tags')}
          description={t('import_options.tags_hint')}
          value={[...choices.tags]}
          onChange={(tags) => onChange({ tags })}
        />
        <ConsentChoice choices={choices} onChange={onChange} />
      </SimpleGrid>
      <Checkbox
        label={t('import_options.international')}
        description={t('import_options.international_hint')}
        checked={choices.numbers_are_international}
        onChange={(event) => onChange({ numbers_are_international: event.currentTarget.checked })}
      />
    </Stack>
  );
}

function ConsentChoice({ choices, onChange }: ImportOptionsProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Select
        label={t('import_options.consent')}
        description={t('import_options.consent_hint')}
        allowDeselect={false}
        data={[
          { value: '', label: t('import_options.consent_none') },
          { value: 'opted_in', label: t('consent.opted_in') },
          { value: 'opted_out', label: t('consent.opted_out') },
        ]}
        value={choices.consent ?? ''}
        onChange={(chosen) => onChange({ consent: (chosen || null) as ImportChoices['consent'] })}
      />
      {choices.consent && (
        <ConsentSourceInput
          value={choices.consent_source}
          onChange={(event) => onChange({ consent_source: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
