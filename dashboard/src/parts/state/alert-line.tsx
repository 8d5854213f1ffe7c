// One alert in a list: what happened, when, whether it is over, and a way to the thing itself.

import { type AlertText, alertPage, alertText } from '@hudhud/contract/alert-kinds.ts';
import type { Alert } from '@hudhud/contract/alerts.ts';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { useFailureWords } from '../error/use-failure-words.ts';
import { MomentAgo } from '../time/moment.tsx';
import { StatusBadge } from './status-badge.tsx';

function useAlertText(): (alert: Alert) => AlertText {
  const { i18n } = useTranslation();
  const inWords = useFailureWords();
  // A reason is the title of a failure, which the gateway knows in English.
  const reasonOf = (title: string) => inWords({ code: '', title, detail: '', cause: '', action: '' }).title;
  return ({ kind, values }) => {
    const { reason } = values;
    const translated = typeof reason === 'string' ? { ...values, reason: reasonOf(reason) } : values;
    return alertText(kind, translated, currentLanguage(i18n));
  };
}

function AlertStateBadge({ state }: { state: Alert['state'] }) {
  const { t } = useTranslation();
  return (
    <StatusBadge size="sm" color={state === 'open' ? 'red' : 'teal'}>
      {t(`alert_state.${state}`)}
    </StatusBadge>
  );
}

interface AlertLineProps {
  alert: Alert;
  /** The person goes to what it is about. */
  onFollow?: () => void;
}

export function AlertLine({ alert, onFollow }: AlertLineProps) {
  const textOf = useAlertText();
  const navigate = useNavigate();
  const { title, detail } = textOf(alert);
  const href = alertPage(alert.kind, alert.subject);
  return (
    <Stack gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
        <Anchor
          href={href}
          size="sm"
          c="inherit"
          fw={alert.is_read ? 450 : 650}
          style={{ overflowWrap: 'anywhere' }}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onFollow?.();
            void navigate({ href });
          }}
        >
          {title}
        </Anchor>
        <AlertStateBadge state={alert.state} />
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {detail}
      </Text>
      <MomentAgo at={alert.opened_at} />
    </Stack>
  );
}
