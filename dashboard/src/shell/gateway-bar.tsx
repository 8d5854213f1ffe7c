// Above every page while the gateway cannot be reached: since when, and when the next try is. What was read stays
// below.

import { Button, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { onReachChange, readLostAt } from '../gateway-reach.ts';
import { sessionQuery } from '../queries/account.ts';
import styles from './layout.module.css';

const pauseSeconds = 5;

export function GatewayBar() {
  const lostAt = useSyncExternalStore(onReachChange, readLostAt);
  return lostAt === null ? null : <Lost lostAt={lostAt} />;
}

function Lost({ lostAt }: { lostAt: number }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [seconds, setSeconds] = useState(0);
  const untilNext = pauseSeconds - (seconds % pauseSeconds);
  const tryNow = () => {
    void queryClient
      .fetchQuery({ ...sessionQuery, staleTime: 0, retry: false })
      // Everything on the page may have changed meanwhile.
      .then(() => queryClient.invalidateQueries())
      .catch(() => undefined);
  };
  useEffect(() => {
    const timer = window.setInterval(
      () => setSeconds(Math.max(0, Math.round((Date.now() - lostAt) / 1_000))),
      1_000,
    );
    return () => window.clearInterval(timer);
  }, [lostAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once in every pause
  useEffect(() => {
    if (seconds > 0 && seconds % pauseSeconds === 0) tryNow();
  }, [seconds]);
  return (
    <div role="status" className={styles.bar}>
      <IconPlugConnectedX size={18} aria-hidden />
      <Text span size="sm" fw={600} c="inherit">
        {t('gateway_bar.lost', { count: seconds })}
      </Text>
      <Text span size="sm" c="inherit" aria-hidden className="numbers">
        {t('gateway_bar.next', { count: untilNext })}
      </Text>
      <Button size="compact-xs" variant="default" onClick={tryNow}>
        {t('gateway_bar.now')}
      </Button>
    </div>
  );
}
