// The first thing on the overview: one sentence that says whether all is well, and the five figures it follows from. Each leads
// to its details.

import { Group, Skeleton, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { messageCountsQuery, overviewQuery } from '../../queries/overview.ts';
import { latestSendsQuery } from '../../queries/requests.ts';
import { type Verdict, type WellBeing, wellBeing } from './well-being.ts';
import styles from './well-panel.module.css';

const looks = {
  well: { icon: IconCircleCheck, color: 'var(--mantine-color-teal-light-color)' },
  look: { icon: IconAlertTriangle, color: 'var(--mantine-color-yellow-light-color)' },
  act: { icon: IconCircleX, color: 'var(--mantine-color-red-light-color)' },
} as const satisfies Record<Verdict, object>;

export function WellPanel() {
  const now = useQuery(overviewQuery);
  const counts = useQuery(messageCountsQuery('hour'));
  const sends = useQuery(latestSendsQuery);
  const broken = [now, counts, sends].find(({ isError, data }) => isError && data === undefined);
  if (broken?.error) {
    const retry = () => [now, counts, sends].forEach((query) => void query.refetch());
    return <ErrorAlert error={broken.error} onRetry={retry} />;
  }
  if (!now.data || !counts.data || !sends.data) return <Skeleton height={138} />;
  return <Figures being={wellBeing(now.data, counts.data, sends.data.data)} />;
}

function Figures({ being }: { being: WellBeing }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const { icon: Picture, color } = looks[being.verdict];
  const { delivered, failed, latency, webhooks, senders } = being;
  const nothing = '–';
  const share = ({ working, all }: { working: number; all: number }) =>
    all === 0 ? nothing : t('well.share', { working: text.number(working), all: text.number(all) });
  return (
    <Panel className="appear" p={0}>
      <Group gap="sm" px="lg" py="md" wrap="nowrap">
        <Picture size={26} color={color} aria-hidden />
        <div>
          <Title order={2}>{t(`well.${being.verdict}`)}</Title>
          <Text size="sm" c="dimmed">
            {t('well.span')}
          </Text>
        </div>
      </Group>
      <ul className={styles.figures}>
        <FigureLink
          name={t('well.delivered')}
          verdict={delivered.verdict}
          to="/messages"
          search={{ time: '24h' }}
        >
          {delivered.value === null ? nothing : text.rate(delivered.value)}
        </FigureLink>
        <FigureLink
          name={t('well.failed')}
          verdict={failed.verdict}
          to="/messages"
          search={{ time: '24h', status: 'failed' }}
        >
          {text.number(failed.value ?? 0)}
        </FigureLink>
        <FigureLink
          name={t('well.latency')}
          hint={t('well.latency_hint')}
          verdict={latency.verdict}
          to="/event-monitor"
        >
          {latency.value === null ? nothing : text.duration(latency.value)}
        </FigureLink>
        <FigureLink name={t('well.webhooks')} verdict={webhooks.verdict} to="/webhooks">
          {share(webhooks)}
        </FigureLink>
        <FigureLink name={t('well.senders')} verdict={senders.verdict} to="/senders">
          {share(senders)}
        </FigureLink>
      </ul>
    </Panel>
  );
}

interface FigureLinkProps {
  name: string;
  /** How the figure was found, on hover. */
  hint?: string;
  verdict: Verdict;
  to: '/messages' | '/event-monitor' | '/webhooks' | '/senders';
  search?: Record<string, string>;
  children: ReactNode;
}

function FigureLink({ name, hint, verdict, to, search, children }: FigureLinkProps) {
  return (
    <li>
      <RouteLink
        to={to}
        search={search ?? {}}
        underline="never"
        className={styles.figure as string}
        data-verdict={verdict}
        {...(hint && { title: hint })}
      >
        <Text size="xs" c="dimmed">
          {name}
        </Text>
        <div className={styles.value}>{children}</div>
      </RouteLink>
    </li>
  );
}
