// Everybody of a campaign as one bar, a colour for each state. The states are the whole, so the bar is always full.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { recipientStates } from './campaign-filters.ts';
import { barColors } from './campaign-looks.tsx';

interface ProgressBarProps {
  campaign: Pick<Campaign, 'counts' | 'total' | 'state'>;
  size?: 'md' | 'xl';
}

export function ProgressBar({ campaign: { counts, total, state }, size = 'md' }: ProgressBarProps) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const shown = recipientStates.filter((one) => counts[one] > 0);
  const words = shown.map((one) => `${t(`recipient_state.${one}`)}: ${number(counts[one])}`).join(', ');
  const isMoving = state === 'preparing' || state === 'running';
  return (
    <div role="img" aria-label={words === '' ? t('campaign_progress.nobody') : words}>
      <Progress.Root size={size}>
        {shown.map((one) => (
          <Progress.Section
            key={one}
            withAria={false}
            value={(counts[one] / total) * 100}
            color={barColors[one]}
            animated={isMoving && one === 'queued'}
          />
        ))}
      </Progress.Root>
    </div>
  );
}
