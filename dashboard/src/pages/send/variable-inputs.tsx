// One input for each placeholder of the content, the moment it is written.

import { Fieldset, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { placeholdersOf } from '../../parts/compose/preview-content.ts';
import { ownDirection } from '../../parts/text/own-direction.ts';
import type { DraftForm } from './draft.ts';

export function VariableInputs({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  const placeholders = placeholdersOf(form.values);
  if (placeholders.length === 0) return null;
  const { variables } = form.values;
  return (
    <Fieldset legend={t('send.variables')} variant="default">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {placeholders.map(({ name, fallback }) => (
          <TextInput
            key={name}
            label={<bdi>{name}</bdi>}
            {...ownDirection}
            placeholder={fallback ?? t('send.variable_needed')}
            value={variables[name] ?? ''}
            onChange={(event) =>
              form.setFieldValue('variables', { ...variables, [name]: event.currentTarget.value })
            }
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
