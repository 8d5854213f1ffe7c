// Where a consent was given or withdrawn, which has to be given with it.

import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ownDirection } from '../../parts/text/own-direction.ts';

export function ConsentSourceInput(props: TextInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('consent_change.source')}
      placeholder={t('consent_change.source_placeholder')}
      required
      maxLength={200}
      {...ownDirection}
      {...props}
    />
  );
}
