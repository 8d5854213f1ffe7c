// The two lists of companies: one's own, and for the operator of the gateway all of them.

import { useTranslation } from 'react-i18next';
import { ViewLinks } from '../../parts/page/view-links.tsx';
import { useSession } from '../../queries/account.ts';

export function CompanyTabs() {
  const { t } = useTranslation();
  if (!useSession().user.is_operator) return null;
  return (
    <ViewLinks
      label={t('companies.views')}
      views={[
        { to: '/companies', name: t('companies.own'), isExact: true },
        { to: '/companies/all', name: t('companies.all'), isExact: true },
      ]}
    />
  );
}
