// An input for a password or another secret, which is hidden until it is asked for.

import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation();
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('action.show_secret') }} {...props} />;
}
