// The colours of status, and the only place where they are chosen.

import type { CompanyPlan } from '@hudhud/contract/companies.ts';
import type { MessageStatus } from '@hudhud/contract/messages.ts';
import type { SenderState } from '@hudhud/contract/senders.ts';
import { Badge, type BadgeProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageLooks } from './message-status.tsx';

const planColors: Record<CompanyPlan, string> = { trial: 'blue', active: 'teal', suspended: 'red' };
const senderColors: Record<SenderState, string> = { connected: 'teal', failing: 'yellow', suspended: 'red' };

export function StatusBadge({ children, ...badge }: BadgeProps & { children: ReactNode }) {
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
    <Tooltip label={t(`status_hint.${status}`)} multiline maw={300}>
      <StatusBadge color={color} leftSection={<Picture size={13} aria-hidden />}>
        {t(`status.${status}`)}
      </StatusBadge>
    </Tooltip>
  );
}

/** The status of an HTTP answer: below 400 it was accepted, from 500 on it was our fault. */
export function HttpStatusBadge({ status }: { status: number }) {
  const color = status < 400 ? 'teal' : status < 500 ? 'red' : 'grape';
  return <StatusBadge color={color}>{status}</StatusBadge>;
}

export function PlanBadge({ plan }: { plan: CompanyPlan }) {
  const { t } = useTranslation();
  return <StatusBadge color={planColors[plan]}>{t(`plan.${plan}`)}</StatusBadge>;
}

export function SenderStateBadge({ state }: { state: SenderState }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t(`sender_state_hint.${state}`)} multiline maw={300}>
      <StatusBadge color={senderColors[state]}>{t(`sender_state.${state}`)}</StatusBadge>
    </Tooltip>
  );
}
