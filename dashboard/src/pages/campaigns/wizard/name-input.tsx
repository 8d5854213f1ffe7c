// The name of a campaign, which only people of the company see.

import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ownDirection } from '../../../parts/text/own-direction.ts';

const nameCharactersMax = 200;

interface NameInputProps {
  value: string;
  onChange: (name: string) => void;
  error: ReactNode;
}

export function NameInput({ value, onChange, error }: NameInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('campaign.name')}
      description={t('campaign_name.hint')}
      placeholder={t('campaign_name.placeholder')}
      maxLength={nameCharactersMax}
      maw={520}
      data-autofocus
      {...ownDirection}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
