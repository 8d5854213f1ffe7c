// A new password, with a word about how good it is while it is typed.

import { passwordCharactersMin } from '@hudhud/contract/input-limits.ts';
import { Group, type PasswordInputProps, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type PasswordStrength, passwordStrength } from './password-strength.ts';
import { SecretInput } from './secret-input.tsx';

const looks: Record<PasswordStrength, { share: number; color: string }> = {
  too_short: { share: 15, color: 'gray.5' },
  weak: { share: 35, color: 'red.7' },
  fair: { share: 65, color: 'yellow.7' },
  strong: { share: 100, color: 'teal.7' },
};

export function NewPasswordInput({ value: given, ...input }: PasswordInputProps) {
  const { t } = useTranslation();
  const value = String(given ?? '');
  const strength = passwordStrength(value);
  const { share, color } = looks[strength];
  return (
    <div>
      <SecretInput
        autoComplete="new-password"
        dir="ltr"
        description={t('password.new_hint', { min: passwordCharactersMin })}
        value={value}
        {...input}
      />
      {value !== '' && (
        <Group gap="sm" mt={8} wrap="nowrap">
          <Progress value={share} color={color} size="sm" flex={1} aria-hidden />
          <Text size="xs" c="dimmed" role="status">
            {t(`password.${strength}`)}
          </Text>
        </Group>
      )}
    </div>
  );
}
