// Numbers pasted from wherever they are, counted as they come.

import { Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import type { AudienceChoice } from './audience-choice.ts';
import { readPasted } from './read-pasted.ts';

interface ChoiceProps {
  choice: AudienceChoice;
  onChange: (part: Partial<AudienceChoice>) => void;
}

export function PhonesChoice({ choice, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const count = readPasted(choice.pasted).length;
  return (
    <Stack gap="xs">
      <Textarea
        label={t('audience_choice.pasted')}
        description={t('audience_choice.pasted_hint')}
        placeholder={'+966501234567\n+966507654321, Sara'}
        autosize
        minRows={6}
        maxRows={14}
        dir="ltr"
        spellCheck={false}
        value={choice.pasted}
        onChange={(event) => onChange({ pasted: event.currentTarget.value })}
      />
      <Text size="sm" c="dimmed" role="status">
        {count > 0 && t('audience_words.list', { count, formatted: number(count) })}
      </Text>
    </Stack>
  );
}
