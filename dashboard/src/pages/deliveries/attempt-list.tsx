// The attempts of one delivery, oldest first, each one click from the call itself.

import type { Attempt } from '@hudhud/contract/deliveries.ts';
import { Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureText } from '../../parts/error/failure-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { HttpStatusBadge, StatusBadge } from '../../parts/state/status-badge.tsx';
import { Moment } from '../../parts/time/moment.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';

export function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>{t('delivery.attempts')}</Title>
      {attempts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('delivery.no_attempts')}
        </Text>
      )}
      {attempts.map((attempt) => (
        <AttemptCard key={attempt.call_id} attempt={attempt} />
      ))}
    </Stack>
  );
}

function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation();
  const text = useTimeText();
  return (
    <Panel p="sm">
      <Group gap="sm" mb={attempt.failure ? 'xs' : 0}>
        <Text size="sm" fw={550}>
          {t('delivery.attempt', { number: attempt.attempt })}
        </Text>
        {attempt.answer_status === null ? (
          <StatusBadge color="gray">{t('call.no_answer')}</StatusBadge>
        ) : (
          <HttpStatusBadge status={attempt.answer_status} />
        )}
        <Text size="xs" c="dimmed">
          <Moment at={attempt.started_at} /> · {text.duration(attempt.duration_ms)}
        </Text>
        <RouteLink to="/calls/$callId" params={{ callId: attempt.call_id }} size="sm" ms="auto">
          {t('action.open_call')}
        </RouteLink>
      </Group>
      {attempt.failure && <FailureText failure={attempt.failure} />}
    </Panel>
  );
}
