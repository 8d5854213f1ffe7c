// A sample for each variable: WhatsApp's reviewers see the template with them.

import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ownDirection } from '../../../parts/text/own-direction.ts';
import type { BuilderProps } from './builder-inputs.tsx';
import { variablesOfForm } from './template-form.ts';

export function SampleInputs({ form, onChange }: BuilderProps) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {variablesOfForm(form).map((name) => (
        <TextInput
          key={name}
          label={t('template_builder.sample', { name })}
          required
          {...ownDirection}
          value={form.samples[name] ?? ''}
          onChange={(event) => onChange({ samples: { ...form.samples, [name]: event.currentTarget.value } })}
        />
      ))}
    </SimpleGrid>
  );
}
