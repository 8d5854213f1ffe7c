// How far the newest messages have come, in figures. Counted from one page of the list: a count over all messages would
// read all of them.

import type { Message, MessageStatus } from '@hudhud/contract/messages.ts';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error-alert.tsx';
import { messageLooks, messageStatuses } from '../../parts/message-status.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { useTimeText } from '../../parts/use-time-text.ts';
import { newestMessagesQuery } from '../../queries/messages.ts';
import styles from './latest-figures.module.css';

const messagesCounted = 200;
const refreshMilliseconds = 10_000;

export function LatestFigures() {
  const { t } = useTranslation();
  const query = useQuery({ ...newestMessagesQuery(messagesCounted), refetchInterval: refreshMilliseconds });
  if (query.isPending) return <Skeleton height={170} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const messages = query.data.data;
  if (messages.length === 0) return null;
  return (
    <Panel
      title={t('overview.figures', { count: messages.length })}
      aside={
        <RouteLink to="/messages" size="sm">
          {t('action.show_all')}
        </RouteLink>
      }
    >
      <Figures messages={messages} />
    </Panel>
  );
}

function Figures({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const counts = countByStatus(messages);
  return (
    <>
      <div className={styles.bar} aria-hidden>
        {counts.map(([status, count]) => (
          <span key={status} data-look={messageLooks[status].color} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={styles.figures}>
        {counts.map(([status, count]) => (
          <li key={status}>
            <RouteLink
              to="/messages"
              search={{ status }}
              className={styles.figure as string}
              underline="never"
            >
              <Text span fz={24} fw={650} lh={1.2}>
                {text.number(count)}
              </Text>
              <span className={styles.name}>
                <span className={styles.dot} data-look={messageLooks[status].color} aria-hidden />
                {t(`status.${status}`)}
              </span>
            </RouteLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function countByStatus(messages: readonly Message[]): [MessageStatus, number][] {
  return messageStatuses
    .map((status): [MessageStatus, number] => [
      status,
      messages.filter((message) => message.status === status).length,
    ])
    .filter(([, count]) => count > 0);
}
