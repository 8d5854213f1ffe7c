// The ticks of a message: one when WhatsApp has it, two when the phone has it, blue when it was read.

import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TickStatus } from '../../queries/simulator.ts';
import styles from './chat-bubble.module.css';

const pictures = {
  accepted: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  played: IconChecks,
  failed: IconAlertCircle,
  received: IconChecks,
} as const;

export function Ticks({ status }: { status: TickStatus }) {
  const { t } = useTranslation();
  const Picture = pictures[status];
  return (
    <Picture
      key={status}
      size={16}
      stroke={2.2}
      role="img"
      aria-label={t(`tick.${status}`)}
      className={styles.ticks as string}
      data-status={status}
    />
  );
}
