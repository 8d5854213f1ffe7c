// Says what went wrong and what to do, for any error an API call can end in.

import type { Problem } from '@hudhud/contract/problem.ts';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError, SimulatorError } from '../../api.ts';
import { RouteLink } from '../page/route-link.tsx';
import { CopyableId, LeftToRight } from '../text/left-to-right.tsx';
import styles from './error-alert.module.css';
import { ErrorExplanation } from './error-explanation.tsx';
import { FailureText } from './failure-alert.tsx';
import { FieldErrors } from './field-errors.tsx';
import { useErrorText } from './use-error-text.ts';

interface ErrorAlertProps {
  error: Error;
  onRetry?: () => void;
  /** Remedies to choose from, right here. */
  children?: ReactNode;
}

export function ErrorAlert({ error, onRetry, children }: ErrorAlertProps) {
  const { t } = useTranslation();
  const again = onRetry && (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconRefresh size={14} />}
      onClick={onRetry}
      w="fit-content"
    >
      {t('action.try_again')}
    </Button>
  );
  if (error instanceof ProblemError) {
    return (
      <ProblemAlert problem={error.problem}>
        {error.retryAfterSeconds !== null && (
          <Text size="sm">{t('problem.retry_after', { count: error.retryAfterSeconds })}</Text>
        )}
        {again}
        {children}
      </ProblemAlert>
    );
  }
  if (error instanceof SimulatorError) {
    return (
      <Alert color="red" icon={<IconAlertTriangle />} title={t('error_page.simulator')}>
        <Stack gap="sm">
          <Text size="sm">
            <bdi>{error.message}</bdi>
          </Text>
          {again}
        </Stack>
      </Alert>
    );
  }
  return (
    <Alert color="red" icon={<IconPlugConnectedX />} title={t('error_page.unreachable')}>
      <Stack gap="sm">
        <Text size="sm">{t('error_page.unreachable_hint')}</Text>
        {again}
      </Stack>
    </Alert>
  );
}

/**
 * For the person at the form: what went wrong in one sentence, and what can be done about it right here. For the developer:
 * the gateway's own words, the fields, the code and the request, behind a fold.
 */
function ProblemAlert({ problem, children }: { problem: Problem; children?: ReactNode }) {
  const { t, i18n } = useTranslation();
  const text = useErrorText()(problem.code);
  const isEnglish = i18n.language === 'en';
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={text?.title ?? problem.title}>
      <Stack gap="sm">
        {problem.provider_error ? (
          <FailureText failure={problem.provider_error} />
        ) : (
          <Text size="sm">
            <bdi>{isEnglish ? problem.detail : (text?.cause ?? problem.detail)}</bdi>
          </Text>
        )}
        {children}
        {problem.message_id && (
          <RouteLink to="/messages/$messageId" params={{ messageId: problem.message_id }} size="sm">
            {t('action.open_message')}
          </RouteLink>
        )}
        <ProblemDetails problem={problem} />
      </Stack>
    </Alert>
  );
}

function ProblemDetails({ problem }: { problem: Problem }) {
  const { t, i18n } = useTranslation();
  return (
    <details className={styles.details}>
      <summary>{t('problem.details')}</summary>
      <Stack gap="xs" mt="xs">
        {i18n.language !== 'en' && (
          <Text size="sm" dir="ltr" lang="en">
            {problem.detail}
          </Text>
        )}
        <FieldErrors problem={problem} />
        {!problem.provider_error && <ErrorExplanation code={problem.code} />}
        <Group gap="lg" c="dimmed">
          <Text size="xs">
            {t('problem.code')}: <LeftToRight mono>{problem.code}</LeftToRight>
          </Text>
          <Text size="xs" component="div">
            {t('problem.request')}: <RequestReference id={problem.request_id} />
          </Text>
        </Group>
      </Stack>
    </details>
  );
}

/** Ids that start with req_ were recorded and can be opened; others only help a reader of the log. */
function RequestReference({ id }: { id: string }) {
  const { t } = useTranslation();
  if (!id.startsWith('req_')) return <CopyableId id={id} what={t('request.id')} />;
  return (
    <RouteLink to="/event-monitor/$requestId" params={{ requestId: id }} size="xs">
      <LeftToRight mono>{id}</LeftToRight>
    </RouteLink>
  );
}
