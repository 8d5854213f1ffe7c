// What came of each request that was run again.

import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../api.ts';
import { useErrorText } from '../../parts/error/use-error-text.ts';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { HttpStatusBadge, StatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { messageIdIn } from './retry-answer.ts';
import styles from './retry-results.module.css';
import type { RetryResult } from './run-retries.ts';

export function RetryResults({ results }: { results: readonly RetryResult[] }) {
  const { t } = useTranslation();
  const worked = results.filter((one) => one.kind === 'answered' && one.answer.status < 400).length;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} role="status">
        {t('retry_selected.summary', { worked, failed: results.length - worked })}
      </Text>
      <ul className={styles.list}>
        {inOrder(results).map((result) => (
          <li key={result.request.id}>
            <ResultLine result={result} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** As the requests were made: what comes back first is chance. */
const inOrder = (results: readonly RetryResult[]): RetryResult[] =>
  results.toSorted((a, b) => (a.request.id < b.request.id ? -1 : 1));

function ResultLine({ result }: { result: RetryResult }) {
  const { request } = result;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      {result.kind === 'answered' ? (
        <HttpStatusBadge status={result.answer.status} />
      ) : (
        <Refused error={result.error} />
      )}
      <Stack gap={2} miw={0} flex={1}>
        <LeftToRight mono size="sm" truncate title={request.path}>
          <b>{request.method}</b> {request.path}
        </LeftToRight>
        <Outcome result={result} />
      </Stack>
    </Group>
  );
}

function Refused({ error }: { error: unknown }) {
  const { t } = useTranslation();
  if (error instanceof ProblemError) return <HttpStatusBadge status={error.problem.status} />;
  return <StatusBadge color="gray">{t('call.no_answer')}</StatusBadge>;
}

function Outcome({ result }: { result: RetryResult }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (result.kind === 'refused') {
    const { error } = result;
    const title =
      error instanceof ProblemError ? (errorText(error.problem.code)?.title ?? error.message) : null;
    return (
      <Text size="xs" c="dimmed">
        <bdi>{title ?? t('retry_selected.unreachable')}</bdi>
      </Text>
    );
  }
  const messageId = messageIdIn(result.answer.answer);
  return (
    <Group gap="md">
      {messageId && (
        <RouteLink to="/messages/$messageId" params={{ messageId }} size="xs">
          {t('action.open_message')}
        </RouteLink>
      )}
      <RouteLink
        to="/event-monitor/$requestId"
        params={{ requestId: result.answer.request_id }}
        search={true}
        size="xs"
      >
        {t('retry.new_request')}
      </RouteLink>
    </Group>
  );
}
