// How far messages came: of those accepted, how many were sent, delivered, read.

import { useTranslation } from 'react-i18next';
import { Funnel } from '../../parts/page/funnel.tsx';
import { type FunnelStep, funnelSteps } from './count-messages.ts';

const colors: Readonly<Record<FunnelStep, string>> = {
  accepted: 'gray.6',
  sent: 'blue.6',
  delivered: 'teal.5',
  read: 'teal.8',
};

export function DeliveryFunnel({ funnel }: { funnel: Readonly<Record<FunnelStep, number>> }) {
  const { t } = useTranslation();
  const steps = funnelSteps.map((step) => ({
    name: t(`chart.step_${step}`),
    count: funnel[step],
    color: colors[step],
  }));
  return <Funnel label={t('chart.funnel')} steps={steps} />;
}
