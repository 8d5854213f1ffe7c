// Everybody with at least one of some tags. Only tags in use: another one would match no contact.

import { MultiSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { tagsQuery } from '../../../queries/contacts.ts';
import { LiveCount } from '../../contacts/segments/live-count.tsx';
import type { AudienceChoice } from './audience-choice.ts';

interface ChoiceProps {
  choice: AudienceChoice;
  onChange: (part: Partial<AudienceChoice>) => void;
}

export function TagsChoice({ choice, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const { data = [] } = useQuery(tagsQuery);
  const known = data.map(({ tag, contacts }) => ({ value: tag, label: `${tag} (${number(contacts)})` }));
  const gone = choice.tags.filter((tag) => !data.some((one) => one.tag === tag));
  return (
    <Stack gap="sm">
      <MultiSelect
        label={t('audience_choice.tags')}
        description={t('audience_choice.tags_any')}
        placeholder={choice.tags.length === 0 ? t('audience_choice.tags_placeholder') : ''}
        maw={520}
        searchable
        nothingFoundMessage={t('audience_choice.no_match')}
        value={[...choice.tags]}
        onChange={(tags) => onChange({ tags })}
        data={[...known, ...gone.map((tag) => ({ value: tag, label: tag }))]}
      />
      {choice.tags.length > 0 && <LiveCount filter={{ tags_any: [...choice.tags] }} />}
    </Stack>
  );
}
