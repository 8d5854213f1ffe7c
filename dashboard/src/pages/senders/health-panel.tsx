// How a number is doing at WhatsApp: on its card in few words, in its drawer with all that is known.

import type { Sender, SenderHealth, SenderQuality } from '@hudhud/contract/senders.ts';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureAlert } from '../../parts/error/failure-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { StatusBadge } from '../../parts/state/status-badge.tsx';
import type { StatusColor } from '../../parts/state/status-color.ts';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { Moment, MomentAgo } from '../../parts/time/moment.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { dayMilliseconds } from '../../queries/time-range.ts';

const colors: Record<SenderQuality, StatusColor> = { green: 'teal', yellow: 'yellow', red: 'red' };
const soonMilliseconds = 14 * dayMilliseconds;
const hundred = 100;

const QualityBadge = ({ quality }: { quality: SenderQuality }) => {
  const { t } = useTranslation();
  return <StatusBadge color={colors[quality]}>{t(`health.quality_${quality}`)}</StatusBadge>;
};

/** Badges on a sender's card for whatever needs attention. */
export function HealthBadges({ health }: { health: SenderHealth }) {
  const { t } = useTranslation();
  const endsSoon =
    health.token_ends_at !== null && Date.parse(health.token_ends_at) - Date.now() < soonMilliseconds;
  return (
    <>
      {health.quality && <QualityBadge quality={health.quality} />}
      {health.restrictions.length > 0 && <StatusBadge color="red">{t('health.restricted')}</StatusBadge>}
      {endsSoon && <StatusBadge color="yellow">{t('health.token_ends_soon')}</StatusBadge>}
    </>
  );
}

export function HealthPanel({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  const { health } = sender;
  return (
    <Panel title={t('health.title')} aside={health?.read_at && <MomentAgo at={health.read_at} />}>
      {health ? (
        <Stack gap="md">
          {health.failure && <FailureAlert failure={health.failure} color="yellow" />}
          <Reached health={health} />
          <Facts health={health} />
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {t('health.unread')}
        </Text>
      )}
    </Panel>
  );
}

/** People reached in the last 24 hours against what the number may. */
function Reached({ health }: { health: SenderHealth }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const { people_per_day: limit, people_reached: reached } = health;
  const words = { reached: text.number(reached), limit: text.number(limit ?? 0) };
  return (
    <Stack gap={4}>
      <Text size="sm">
        {limit === null
          ? t(health.is_unlimited ? 'health.reached_unlimited' : 'health.reached', words)
          : t('health.reached_of', words)}
      </Text>
      {limit !== null && (
        <Progress
          value={Math.min(hundred, (reached / limit) * hundred)}
          color={reached >= limit ? 'red' : 'teal'}
          aria-label={t('health.reached_of', words)}
        />
      )}
    </Stack>
  );
}

const nameColors: Readonly<Record<string, StatusColor>> = {
  APPROVED: 'teal',
  AVAILABLE_WITHOUT_REVIEW: 'teal',
  DECLINED: 'red',
  EXPIRED: 'red',
};

/** WhatsApp's word for what this build does not know. */
function NameStatus({ status }: { status: string }) {
  const { t, i18n } = useTranslation();
  const key = `health.name_${status.toLowerCase()}`;
  return (
    <StatusBadge color={nameColors[status] ?? 'gray'}>
      {i18n.exists(key) ? t(key as 'health.name_approved') : status}
    </StatusBadge>
  );
}

function Facts({ health }: { health: SenderHealth }) {
  const { t } = useTranslation();
  return (
    <FieldList>
      <Field name={t('health.quality')}>
        {health.quality ? <QualityBadge quality={health.quality} /> : t('health.unknown')}
      </Field>
      <Field name={t('health.throughput')}>
        {health.messages_per_second === null
          ? t('health.unknown')
          : t('sender.pace', { count: health.messages_per_second })}
      </Field>
      <Field name={t('health.name')}>
        <Group gap="xs">
          <bdi>{health.name ?? t('health.unknown')}</bdi>
          {health.name_status && <NameStatus status={health.name_status} />}
        </Group>
      </Field>
      <Field name={t('health.token_ends')}>
        {health.token_ends_at ? <Moment at={health.token_ends_at} /> : t('health.token_without_end')}
      </Field>
      <Field name={t('health.restrictions')}>
        {health.restrictions.length === 0
          ? t('health.none')
          : health.restrictions.map(({ kind, ends_at: endsAt }) => (
              <Text key={kind} size="sm">
                <bdi>{kind}</bdi> {endsAt && <Moment at={endsAt} />}
              </Text>
            ))}
      </Field>
    </FieldList>
  );
}
