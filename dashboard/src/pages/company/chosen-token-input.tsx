// A token of one's own: what is typed, how good it is, and what the gateway would say against it.

import { Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretInput } from '../../parts/form/secret-input.tsx';
import { judgeToken, type TokenVerdict } from './token-strength.ts';

interface ChosenTokenInputProps {
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}

const colors: Record<TokenVerdict['level'], string> = { weak: 'red', good: 'yellow', strong: 'teal' };

export function ChosenTokenInput({ value, onChange, error }: ChosenTokenInputProps) {
  const { t } = useTranslation();
  const { weakness, level, percent } = judgeToken(value);
  const said = value === '' ? t('token_weakness.too_short') : t(`token_level.${level}`);
  return (
    <Stack gap={6}>
      <SecretInput
        label={t('token.chosen')}
        description={t('token.chosen_hint')}
        dir="ltr"
        autoComplete="off"
        data-autofocus
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Progress value={percent} color={colors[level]} size="sm" aria-label={t('token.strength')} />
      <Text size="sm" c="dimmed" role="status">
        {weakness !== null && value !== '' ? t(`token_weakness.${weakness}`) : said}
      </Text>
    </Stack>
  );
}
