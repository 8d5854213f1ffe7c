// An error code explained: what happened, and what to do about it.

import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { InlineCodeText } from '../text/inline-code-text.tsx';
import { useErrorText } from './use-error-text.ts';

export function ErrorExplanation({ code }: { code: string }) {
  const { t } = useTranslation();
  const text = useErrorText()(code);
  if (text === null) return null;
  return (
    <Stack gap="xs">
      <ExplainingSentence name={t('problem.what_happened')} text={text.cause} />
      <ExplainingSentence name={t('problem.what_to_do')} text={text.action} />
    </Stack>
  );
}

export function ExplainingSentence({ name, text }: { name: string; text: string }) {
  return (
    <Text size="sm">
      <Text span size="sm" fw={600}>
        {name}:
      </Text>{' '}
      <bdi>
        <InlineCodeText text={text} />
      </bdi>
    </Text>
  );
}
