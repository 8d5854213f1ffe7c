// Who gets a campaign, in one line.

import type { AudienceSummary } from '@hudhud/contract/campaigns.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { segmentsQuery } from '../../queries/segments.ts';

export function useAudienceWords(): (audience: AudienceSummary | null) => string {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const segments = useQuery(segmentsQuery).data ?? [];
  return (audience) => {
    if (audience === null) return t('audience_words.nobody');
    if (audience.kind === 'segment') {
      const name = segments.find(({ id }) => id === audience.segment_id)?.name;
      return name === undefined ? t('audience_words.segment_gone') : t('audience_words.segment', { name });
    }
    if (audience.kind === 'tags') return t('audience_words.tags', { tags: (audience.tags ?? []).join(', ') });
    if (audience.kind === 'filter') {
      const isEverybody = Object.keys(audience.filter ?? {}).length === 0;
      return t(isEverybody ? 'audience_words.everybody' : 'audience_words.filter');
    }
    if (audience.kind === 'retry') return t('audience_words.retry');
    const count = audience.listed ?? 0;
    const people = t('audience_words.list', { count, formatted: number(count) });
    return audience.file_name ? `${audience.file_name} · ${people}` : people;
  };
}
