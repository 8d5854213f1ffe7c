// Why something did not work, in the words for the person who has to put it right.

import type { Failure } from '@hudhud/contract/failure.ts';
import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../text/left-to-right.tsx';
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
        <FailureText failure={failure} />
        {children}
      </Stack>
    </Alert>
  );
}

/** In a line of its own, or within another text. */
export function FailureTitle({ failure }: { failure: Failure }) {
  return <bdi>{useFailureWords()(failure).title}</bdi>;
}

export function FailureText({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const { code, cause, action, detail } = useFailureWords()(failure);
  return (
    <Stack gap={6}>
      <ExplainingSentence name={t('problem.what_happened')} text={cause} />
      <ExplainingSentence name={t('problem.what_to_do')} text={action} />
      {/* In the words of the other side, which are English: the line reads left to right as a whole. */}
      <Text size="xs" c="dimmed" dir="ltr" className="preview" style={{ overflowWrap: 'anywhere' }}>
        <LeftToRight mono>{code}</LeftToRight>
        {detail !== '' && detail !== code && ` · ${detail}`}
      </Text>
    </Stack>
  );
}
