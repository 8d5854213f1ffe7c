// A log at a glance above its rows: how much, how much of it failed, how long it took, when, and which failures are one and the
// same. Everything filters the list below.

import type { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import { Button, Collapse, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListFilters } from '../../queries/list-pages.ts';
import { type LogPath, logStatisticsQuery } from '../../queries/log-statistics.ts';
import { ErrorAlert } from '../error/error-alert.tsx';
import { FailureTitle } from '../error/failure-alert.tsx';
import { useErrorText } from '../error/use-error-text.ts';
import { LeftToRight } from '../text/left-to-right.tsx';
import { useTimeText } from '../time/use-time-text.ts';
import styles from './histogram.module.css';
import { type ChosenTime, Histogram } from './histogram.tsx';

export type FailureGroup = LogStatistics['failures'][number];

interface LogOverviewProps {
  path: LogPath;
  /** The counted things, in words: "Requests". */
  name: string;
  filters: ListFilters;
  /** New rows come in. */
  isMoving: boolean;
  /** The step that the p95 measures. */
  timed: 'answer' | 'sent' | 'delivered';
  onChooseTime: (time: ChosenTime) => void;
  onChooseFailure: (group: FailureGroup) => void;
  /** Names the route of a failure for people, where it is an id. */
  nameRoute?: (route: string) => string;
}

export function LogOverview(props: LogOverviewProps) {
  const { path, name, filters, isMoving, onChooseTime } = props;
  const { t } = useTranslation();
  const query = useQuery(logStatisticsQuery(path, filters, isMoving));
  if (query.isPending) return <Skeleton height={150} mb="md" />;
  if (!query.data) {
    return (
      <Stack mb="md">
        <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
      </Stack>
    );
  }
  const statistics = query.data;
  return (
    <Paper
      withBorder
      p="md"
      mb="md"
      bg="var(--hudhud-raised)"
      component="section"
      aria-label={t('log.overview', { name })}
    >
      <Stack gap="sm">
        <Figures {...props} statistics={statistics} />
        <Histogram statistics={statistics} name={name} onChoose={onChooseTime} />
        {statistics.failures.length > 0 && <Failures {...props} groups={statistics.failures} />}
      </Stack>
    </Paper>
  );
}

function Figures({ name, filters, timed, statistics }: LogOverviewProps & { statistics: LogStatistics }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const { count, failed, p95_ms, is_whole, since } = statistics;
  const isDay = filters.time === undefined && filters.since === undefined;
  const note = is_whole
    ? isDay && t(filters.until === undefined ? 'log.last_day' : 'log.day_before')
    : t('log.cut', { count: text.number(count), since: text.short(since) });
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      <dl className={styles.figures}>
        <Figure name={name} value={text.number(count)} />
        <Figure
          name={t('log.error_rate')}
          value={count === 0 ? '–' : text.percent(failed / count)}
          isBad={failed > 0}
        />
        <Figure name={t(`log.p95_${timed}`)} value={p95_ms === null ? '–' : text.duration(p95_ms)} />
      </dl>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Group>
  );
}

function Figure({ name, value, isBad = false }: { name: string; value: string; isBad?: boolean }) {
  return (
    <div className={styles.figure}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text
        component="dd"
        fw={600}
        fz={18}
        className="numbers"
        {...(isBad ? { c: 'var(--mantine-color-error)' } : {})}
      >
        <bdi>{value}</bdi>
      </Text>
    </div>
  );
}

const shownAtOnce = 3;

function Failures({ groups, onChooseFailure, nameRoute }: LogOverviewProps & { groups: FailureGroup[] }) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  const line = (group: FailureGroup) => (
    <li key={`${group.code} ${group.route}`}>
      <button type="button" className={styles.group} onClick={() => onChooseFailure(group)}>
        <FailureName group={group} />
        <Text span size="xs" c="dimmed" className={`preview ${styles.where}`} dir="ltr" truncate>
          {group.route && (nameRoute?.(group.route) ?? group.route)}
        </Text>
        <GroupCount group={group} />
      </button>
    </li>
  );
  return (
    <Stack gap={4}>
      <ul className={styles.groups} aria-label={t('log.failures')}>
        {groups.slice(0, shownAtOnce).map(line)}
      </ul>
      {groups.length > shownAtOnce && (
        <>
          <Collapse expanded={isOpen}>
            <ul className={styles.groups} aria-label={t('log.more_failures')}>
              {groups.slice(shownAtOnce).map(line)}
            </ul>
          </Collapse>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            w="fit-content"
            aria-expanded={isOpen}
            onClick={toggle}
            rightSection={
              <IconChevronDown size={14} style={{ transform: isOpen ? 'rotate(180deg)' : undefined }} />
            }
          >
            {isOpen ? t('log.fewer') : t('log.more', { count: groups.length - shownAtOnce })}
          </Button>
        </>
      )}
    </Stack>
  );
}

/** In words, and the code, by which developers know it; the code alone where there are no words. */
function FailureName({ group }: { group: FailureGroup }) {
  return (
    <span className={styles.reason}>
      <Text span size="sm" fw={550}>
        {group.failure ? <FailureTitle failure={group.failure} /> : <CatalogueTitle code={group.code} />}
      </Text>
      <LeftToRight mono size="xs" c="dimmed">
        {group.code}
      </LeftToRight>
    </span>
  );
}

function CatalogueTitle({ code }: { code: string }) {
  return <bdi>{useErrorText()(code)?.title}</bdi>;
}

/** "6 times, since 09:12". */
function GroupCount({ group: { count, first_at } }: { group: FailureGroup }) {
  const { t } = useTranslation();
  const text = useTimeText();
  return (
    <Text size="xs" className="numbers">
      {t('log.times', { count, formatted: text.number(count), since: text.short(first_at) })}
    </Text>
  );
}
