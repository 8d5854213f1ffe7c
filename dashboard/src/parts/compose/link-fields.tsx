// A button that opens an address: its words and where it leads.

import { contentLimits as limits } from '@hudhud/contract/content-limits.ts';
import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ComposeForm } from './compose-form.ts';
import { CountedInput } from './counted-input.tsx';

interface LinkFieldsProps {
  form: ComposeForm;
  path: string;
  /** An address to show while there is none. */
  example?: string;
}

export function LinkFields({ form, path, example }: LinkFieldsProps) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <CountedInput
        form={form}
        path={`${path}.title`}
        max={limits.buttonTitle}
        label={t('compose.link_title')}
      />
      <TextInput
        type="url"
        dir="ltr"
        label={t('compose.link_url')}
        {...(example && { placeholder: example })}
        {...form.getInputProps(`${path}.url`)}
      />
    </SimpleGrid>
  );
}
