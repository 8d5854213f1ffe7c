// What is about to happen, confirmed before a campaign starts: to how many, from which number, with which words.

import type { Campaign, Preflight } from '@hudhud/contract/campaigns.ts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MessageBubble } from '../../../parts/chat/chat-bubble.tsx';
import { contentFromApi } from '../../../parts/chat/content-from-api.ts';
import { Field, FieldList } from '../../../parts/text/field-list.tsx';
import { LeftToRight } from '../../../parts/text/left-to-right.tsx';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { sendersQuery } from '../../../queries/senders.ts';

interface StartFactsProps {
  campaign: Campaign;
  preflight: Preflight;
}

export function StartFacts({ campaign, preflight }: StartFactsProps) {
  const { t } = useTranslation();
  const { number, absolute, isPast } = useTimeText();
  const { schedule_at: at } = campaign;
  return (
    <Stack gap="sm">
      <FieldList>
        <Field name={t('campaign_start.people')}>{number(preflight.reachable)}</Field>
        <Field name={t('campaign_start.sender')}>
          <SenderName id={campaign.sender_id} />
        </Field>
        <Field name={t('campaign_start.when')}>
          {at === null || isPast(at) ? t('campaign_start.now') : absolute(at)}
        </Field>
      </FieldList>
      {preflight.sample_content !== null && (
        <Stack gap={4}>
          <Text size="sm" c="dimmed">
            {t('campaign_start.first_text')}
          </Text>
          <MessageBubble content={contentFromApi(preflight.sample_content)} isOwn />
        </Stack>
      )}
    </Stack>
  );
}

function SenderName({ id }: { id: string | null }) {
  const { t } = useTranslation();
  const { data: senders = [] } = useQuery(sendersQuery);
  const sender = senders.find((one) => (id === null ? one.is_default : one.id === id));
  if (!sender) return <>{t('campaign_start.default_sender')}</>;
  return (
    <>
      <bdi>{sender.name}</bdi> <LeftToRight>{sender.phone_number}</LeftToRight>
    </>
  );
}
