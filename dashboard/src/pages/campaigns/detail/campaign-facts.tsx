// What the campaign is: its text, its sender, and how it is sent.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageBubble } from '../../../parts/chat/chat-bubble.tsx';
import { contentFromApi } from '../../../parts/chat/content-from-api.ts';
import { Panel } from '../../../parts/page/panel.tsx';
import { RouteLink } from '../../../parts/page/route-link.tsx';
import { Field, FieldList } from '../../../parts/text/field-list.tsx';
import { CopyableId, LeftToRight } from '../../../parts/text/left-to-right.tsx';
import { MomentFields } from '../../../parts/time/moment-fields.tsx';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { sendersQuery } from '../../../queries/senders.ts';
import { useDayName } from '../day-name.ts';

export function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const times = [
    [t('campaign.created'), campaign.created_at],
    [t('campaign.scheduled'), campaign.schedule_at],
    [t('campaign.started'), campaign.started_at],
    [t('campaign.finished'), campaign.finished_at],
  ] as const;
  return (
    <Panel title={t('campaign.facts')}>
      <Stack gap="md">
        {campaign.content && <MessageBubble content={contentFromApi(campaign.content)} isOwn />}
        <FieldList>
          <Sender campaign={campaign} />
          <Limits campaign={campaign} />
          <MomentFields moments={times} isStacked />
          <Origin campaign={campaign} />
          <Field name={t('campaign.id')} isStacked>
            <CopyableId id={campaign.id} what={t('campaign.id')} />
          </Field>
        </FieldList>
      </Stack>
    </Panel>
  );
}

function Sender({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const senders = useQuery(sendersQuery).data ?? [];
  const sender = senders.find(({ id }) => id === campaign.sender_id);
  return (
    <Field name={t('send.from')}>
      {sender ? (
        <RouteLink to="/senders/$senderId" params={{ senderId: sender.id }} size="sm">
          <bdi>{sender.name}</bdi>
        </RouteLink>
      ) : (
        t('send.from_default')
      )}
    </Field>
  );
}

function Limits({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { number, rate } = useTimeText();
  const { sending_hours: hours, messages_per_second: speed, auto_pause: pause, excluded } = campaign;
  const dayName = useDayName();
  const fields: [string, ReactNode][] = [];
  if (hours) {
    const days = hours.days?.map(dayName).join('، ') ?? '';
    fields.push([
      t('campaign_sending.hours'),
      <>
        <LeftToRight>{`${hours.from}–${hours.until}`}</LeftToRight> {days}
      </>,
    ]);
  }
  if (speed !== null) {
    fields.push([
      t('campaign_sending.speed'),
      t('campaign.per_second', { count: speed, formatted: number(speed) }),
    ]);
  }
  if (pause) {
    fields.push([
      t('campaign_sending.auto_pause'),
      t('campaign.auto_pause', {
        percent: rate(pause.failure_rate),
        count: pause.window,
        formatted: number(pause.window),
      }),
    ]);
  }
  if (excluded.length > 0) {
    fields.push([t('campaign.excluded'), excluded.map((one) => t(`skip_reason.${one}`)).join(' · ')]);
  }
  return fields.map(([name, value]) => (
    <Field key={name} name={name} isStacked>
      {value}
    </Field>
  ));
}

/** A campaign for those whom another one did not reach. */
function Origin({ campaign: { audience } }: { campaign: Campaign }) {
  const { t } = useTranslation();
  if (audience?.kind !== 'retry' || !audience.campaign_id) return null;
  return (
    <Field name={t('campaign.origin')}>
      <RouteLink to="/campaigns/$campaignId" params={{ campaignId: audience.campaign_id }} size="sm">
        {t('campaign.open_origin')}
      </RouteLink>
    </Field>
  );
}
