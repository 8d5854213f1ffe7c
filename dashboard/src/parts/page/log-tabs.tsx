// The two views of Webhook Logs: single calls, and events on their way with all their attempts.

import { useTranslation } from 'react-i18next';
import { ViewLinks } from './view-links.tsx';

export function LogTabs() {
  const { t } = useTranslation();
  return (
    <ViewLinks
      label={t('call.views')}
      views={[
        { to: '/calls', name: t('call.calls'), isExact: false },
        { to: '/deliveries', name: t('call.deliveries'), isExact: false },
      ]}
    />
  );
}
