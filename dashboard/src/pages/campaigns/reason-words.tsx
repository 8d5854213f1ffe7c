// Why a person was not reached, in words: the playbook's for what the provider said, ours for who was left out.

import type { Failure } from '@hudhud/contract/failure.ts';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureTitle } from '../../parts/error/failure-alert.tsx';
import { useErrorText } from '../../parts/error/use-error-text.ts';
import { useFailureWords } from '../../parts/error/use-failure-words.ts';

const leftOut = [
  'invalid_phone_number',
  'duplicate',
  'opted_out',
  'placeholder_unresolved',
  'window_closed',
  'erased',
] as const;

interface ReasonProps {
  reason: string;
  error: Failure | null;
}

/** Null for a code that only the provider knows. */
function useOwnWords(): (reason: string) => string | null {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (reason) => {
    const known = leftOut.find((one) => one === reason);
    return known ? t(`skip_reason.${known}`) : (errorText(reason)?.title ?? null);
  };
}

export function ReasonTitle({ reason, error }: ReasonProps) {
  const words = useOwnWords()(reason);
  if (error) return <FailureTitle failure={error} />;
  return words ?? <bdi>{reason}</bdi>;
}

/** The same as plain text, where no elements fit. */
export function useReasonText(): (reason: ReasonProps) => string {
  const own = useOwnWords();
  const failureWords = useFailureWords();
  return ({ reason, error }) => (error ? failureWords(error).title : (own(reason) ?? reason));
}

/** With what to do about it. */
export function ReasonText({ reason, error }: ReasonProps) {
  const { t } = useTranslation();
  const action = useFailureWords();
  const known = leftOut.find((one) => one === reason);
  const hint = error ? action(error).action : known && t(`skip_hint.${known}`);
  return (
    <Stack gap={0} miw={0}>
      <Text size="sm" fw={550}>
        <ReasonTitle reason={reason} error={error} />
      </Text>
      {hint && (
        <Text size="xs" c="dimmed">
          <bdi>{hint}</bdi>
        </Text>
      )}
    </Stack>
  );
}
