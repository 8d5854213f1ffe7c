// The colours of status, and the only place where they are chosen.

import type { CompanyPlan } from '@hudhud/contract/companies.ts';
import type { MessageStatus } from '@hudhud/contract/messages.ts';
import { Badge, type BadgeProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const messageColors: Record<MessageStatus, string> = {
  queued: 'gray',
  sending: 'blue',
  sent: 'blue',
  delivered: 'teal',
  read: 'teal',
  played: 'teal',
  failed: 'red',
  unconfirmed: 'yellow',
  cancelled: 'gray',
  expired: 'gray',
};

const planColors: Record<CompanyPlan, string> = { trial: 'blue', active: 'teal', suspended: 'red' };

function StatusBadge({ children, ...badge }: BadgeProps & { children: ReactNode }) {
  return (
    <Badge variant="light" radius="sm" tt="none" fw={550} size="md" {...badge}>
      {children}
    </Badge>
  );
}

export function MessageStatusBadge({ status }: { status: MessageStatus }) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t(`status_hint.${status}`)}>
      <StatusBadge color={messageColors[status]}>{t(`status.${status}`)}</StatusBadge>
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
