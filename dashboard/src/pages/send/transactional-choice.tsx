// For the few messages that also go to people who have opted out: the choice, and the reason that is kept with it.

import { Stack, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ownDirection } from '../../parts/text/own-direction.ts';
import type { DraftForm } from './draft.ts';

const reasonCharactersMax = 200;

export function TransactionalChoice({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" mt="md">
      <Switch
        label={t('send.transactional')}
        description={t('send.transactional_hint')}
        {...form.getInputProps('isTransactional', { type: 'checkbox' })}
      />
      {form.values.isTransactional && (
        <TextInput
          label={t('send.transactional_reason')}
          description={t('send.transactional_reason_hint')}
          maxLength={reasonCharactersMax}
          {...ownDirection}
          {...form.getInputProps('reason')}
          error={form.errors.reason ?? form.errors['transactional.reason']}
        />
      )}
    </Stack>
  );
}
