// Why something did not work, in the words for the person who has to put it right.

import type { Failure } from '@hudhud/contract/failure.ts';
import { Alert, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EnglishDetail } from './english-detail.tsx';
import { ExplainingSentence } from './error-explanation.tsx';
import { useFailureWords } from './use-failure-words.ts';

interface FailureAlertProps {
  failure: Failure;
  /** Red: it is over. Yellow: it is being retried. */
  color?: 'red' | 'yellow';
  children?: ReactNode;
}

export function FailureAlert({ failure, color = 'red', children }: FailureAlertProps) {
  return (
    <Alert color={color} icon={<IconAlertTriangle />} title={<FailureTitle failure={failure} />}>
      <Stack gap="sm">
        <FailureText failure={failure} isTitled />
        {children}
      </Stack>
    </Alert>
  );
}

/** In a line of its own, or within another text. */
export function FailureTitle({ failure }: { failure: Failure }) {
  return <bdi>{useFailureWords()(failure).title}</bdi>;
}

/** Below its title, what happened is not said twice. */
export function FailureText({ failure, isTitled = false }: { failure: Failure; isTitled?: boolean }) {
  const { t } = useTranslation();
  const { code, title, cause, action, detail } = useFailureWords()(failure);
  const shown = detail === code ? '' : detail;
  return (
    <Stack gap={6}>
      {!(isTitled && cause === title) && (
        <ExplainingSentence name={t('problem.what_happened')} text={cause} />
      )}
      <ExplainingSentence name={t('problem.what_to_do')} text={action} />
      <EnglishDetail code={code} detail={shown} />
    </Stack>
  );
}
