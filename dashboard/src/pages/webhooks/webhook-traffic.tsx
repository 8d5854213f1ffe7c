// What was sent to one webhook lately: how much, how much failed, how fast it answered. Leads into its log.

import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LogOverview } from '../../parts/log/log-overview.tsx';

export default function WebhookTraffic({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const filters = { webhook_id: webhookId };
  return (
    <LogOverview
      path="/calls"
      name={t('call.calls')}
      filters={filters}
      isMoving={false}
      timed="answer"
      onChooseTime={(time) => void navigate({ to: '/calls', search: { ...filters, ...time } })}
      onChooseFailure={({ code }) =>
        void navigate({ to: '/calls', search: { ...filters, outcome: 'failed', text: code } })
      }
    />
  );
}
