// Everybody in a segment, counted as it is now.

import { Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { RouteLink } from '../../../parts/page/route-link.tsx';
import { segmentsQuery } from '../../../queries/segments.ts';
import { LiveCount } from '../../contacts/segments/live-count.tsx';
import type { AudienceChoice } from './audience-choice.ts';

interface ChoiceProps {
  choice: AudienceChoice;
  onChange: (part: Partial<AudienceChoice>) => void;
}

interface SegmentChoiceProps extends ChoiceProps {
  campaignId: string;
}

export function SegmentChoice({ campaignId, choice, onChange }: SegmentChoiceProps) {
  const { t } = useTranslation();
  const query = useQuery(segmentsQuery);
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const segments = query.data ?? [];
  const chosen = segments.find(({ id }) => id === choice.segmentId);
  // The wizard is come back to when it is made.
  const another = (
    <RouteLink to="/contacts/segments/new" search={{ campaign: campaignId }} size="sm">
      {t('audience_choice.new_segment')}
    </RouteLink>
  );
  if (query.isSuccess && segments.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('audience_choice.no_segments')} {another}
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <Select
        label={t('audience_choice.segment')}
        placeholder={t('audience_choice.segment_placeholder')}
        maw={420}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('audience_choice.no_match')}
        value={choice.segmentId}
        onChange={(segmentId) => onChange({ segmentId })}
        data={segments.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {another}
      {chosen && <LiveCount filter={chosen.filter} />}
    </Stack>
  );
}
