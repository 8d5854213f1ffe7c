// How far people came: of all, how many were sent to, reached, read it, and wrote back.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { useTranslation } from 'react-i18next';
import { Funnel } from '../../../parts/page/funnel.tsx';

const steps = ['total', 'sent', 'delivered', 'read', 'replied'] as const;

const colors: Readonly<Record<(typeof steps)[number], string>> = {
  total: 'gray.6',
  sent: 'blue.6',
  delivered: 'teal.5',
  read: 'teal.8',
  replied: 'grape.5',
};

interface CampaignFunnelProps {
  /** The same answer that the bar above is drawn from: two answers of different moments would not agree. */
  campaign: Pick<Campaign, 'counts' | 'total'>;
  replied: number;
}

/** Each step counts the people who came at least so far. */
const countSteps = ({ campaign: { counts, total }, replied }: CampaignFunnelProps) => {
  const delivered = counts.delivered + counts.read;
  return { total, sent: counts.sent + delivered, delivered, read: counts.read, replied };
};

export function CampaignFunnel(props: CampaignFunnelProps) {
  const { t } = useTranslation();
  const counts = countSteps(props);
  const shown = steps.map((step) => ({
    name: t(`campaign_chart.${step}`),
    count: counts[step],
    color: colors[step],
  }));
  return <Funnel label={t('campaign_chart.funnel')} steps={shown} />;
}
