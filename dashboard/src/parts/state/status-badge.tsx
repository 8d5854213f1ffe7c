// The colours of status, and the only place where they are chosen.

import type { CompanyPlan } from '@hudhud/contract/companies.ts';
import type { SenderState } from '@hudhud/contract/senders.ts';
import type { MessageStatus } from '@hudhud/contract/states.ts';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { tip } from '../text/shared-tooltip.tsx';
import { messageLooks } from './message-status.tsx';
import styles from './status-badge.module.css';
import type { StatusColor } from './status-color.ts';

const planColors: Record<CompanyPlan, StatusColor> = { trial: 'blue', active: 'teal', suspended: 'red' };
const senderColors: Record<SenderState, StatusColor> = {
  connected: 'teal',
  failing: 'yellow',
  suspended: 'red',
};

interface StatusBadgeProps extends Omit<ComponentPropsWithRef<'span'>, 'color'> {
  color: StatusColor;
  size?: 'sm' | 'md';
  leftSection?: ReactNode;
}

export function StatusBadge(props: StatusBadgeProps) {
  const { color, size = 'md', leftSection, className = '', children, ...others } = props;
  return (
    <span
      {...others}
      className={`${styles.badge} ${className}`}
      data-badge
      data-color={color}
      data-size={size}
    >
      {leftSection && <span className={styles.picture}>{leftSection}</span>}
      <span className={styles.label}>{children}</span>
    </span>
  );
}

export function MessageStatusBadge({ status }: { status: MessageStatus }) {
  const { t } = useTranslation();
  const { color, icon: Picture, flip } = messageLooks[status];
  return (
    <StatusBadge
      color={color}
      leftSection={<Picture size={13} className={flip} aria-hidden />}
      {...tip(t(`status_hint.${status}`))}
    >
      {t(`status.${status}`)}
    </StatusBadge>
  );
}

/** The status of an HTTP answer: amber for what the caller can change, red for a fault of the server. */
export function HttpStatusBadge({ status }: { status: number }) {
  const color = status < 400 ? 'teal' : status < 500 ? 'yellow' : 'red';
  return <StatusBadge color={color}>{status}</StatusBadge>;
}

export function PlanBadge({ plan }: { plan: CompanyPlan }) {
  const { t } = useTranslation();
  return <StatusBadge color={planColors[plan]}>{t(`plan.${plan}`)}</StatusBadge>;
}

export function SenderStateBadge({ state }: { state: SenderState }) {
  const { t } = useTranslation();
  return (
    <StatusBadge color={senderColors[state]} {...tip(t(`sender_state_hint.${state}`))}>
      {t(`sender_state.${state}`)}
    </StatusBadge>
  );
}
