// The link to the sign-in, below the other doors.

import { useTranslation } from 'react-i18next';
import { RouteLink } from './route-link.tsx';

export function ToSignIn() {
  const { t } = useTranslation();
  return (
    <RouteLink to="/sign-in" size="sm">
      {t('sign_up.to_sign_in')}
    </RouteLink>
  );
}
