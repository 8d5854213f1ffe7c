// The colours of status, and the only place where they are chosen.

import type { CompanyPlan } from '@hudhud/contract/companies.ts';
import type { MessageStatus } from '@hudhud/contract/messages.ts';
import type { SenderState } from '@hudhud/contract/senders.ts';
import { Badge, type BadgeProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { tip } from '../text/shared-tooltip.tsx';
import { messageLooks } from './message-status.tsx';

const planColors: Record<CompanyPlan, string> = { trial: 'blue', active: 'teal', suspended: 'red' };
const senderColors: Record<SenderState, string> = { connected: 'teal', failing: 'yellow', suspended: 'red' };

interface StatusBadgeProps extends BadgeProps {
  children: ReactNode;
  /** What it means, on hover. The browser's own tooltip: a list has hundreds of badges. */
  title?: string;
}

export function StatusBadge({ children, ...badge }: StatusBadgeProps) {
  return (
    <Badge variant="light" radius="sm" tt="none" fw={550} size="md" {...badge}>
      {children}
    </Badge>
  );
}

export function MessageStatusBadge({ status }: { status: MessageStatus }) {
  const { t } = useTranslation();
  const { color, icon: Picture } = messageLooks[status];
  return (
    <StatusBadge
      color={color}
      leftSection={<Picture size={13} aria-hidden />}
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
