// What becomes of the message that was just sent, step by step, until it comes to rest.

import type { Message, SendAnswer } from '@hudhud/contract/messages.ts';
import type { MessageStatus } from '@hudhud/contract/states.ts';
import { Group, Stack, Stepper, Text } from '@mantine/core';
import {
  IconCalendarTime,
  IconCheck,
  IconChecks,
  IconDatabase,
  IconDeviceMobileMessage,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FailureAlert } from '../../parts/error/failure-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteButton, SmallRouteButton } from '../../parts/page/route-link.tsx';
import { MessageStatusBadge } from '../../parts/state/status-badge.tsx';
import { CopyableId } from '../../parts/text/left-to-right.tsx';
import { MomentLine } from '../../parts/time/moment.tsx';
import { watchedMessageQuery } from '../../queries/messages.ts';
import { useIsSimulated } from '../../queries/senders.ts';

export function SendProgress({ answer }: { answer: SendAnswer }) {
  const { t } = useTranslation();
  const message = useQuery(watchedMessageQuery(answer.message_id)).data;
  const status: MessageStatus = message?.status ?? answer.status;
  return (
    <Panel title={t('send.progress')} aside={<MessageStatusBadge status={status} />}>
      <Stack gap="md">
        <Steps status={status} />
        {message?.failure && (
          <FailureAlert failure={message.failure} color={status === 'failed' ? 'red' : 'yellow'} />
        )}
        {message?.schedule_at && status === 'queued' && (
          <Group gap="xs" c="dimmed">
            <IconCalendarTime size={16} />
            <MomentLine at={message.schedule_at} />
          </Group>
        )}
        <Text size="sm" c="dimmed" role="status">
          {t(`status_hint.${status}`)}
        </Text>
        <Text size="sm" component="div">
          <CopyableId id={answer.message_id} what={t('message.id')} />
        </Text>
        <Ways answer={answer} message={message} />
      </Stack>
    </Panel>
  );
}

const reached: Partial<Record<MessageStatus, number>> = { sent: 2, delivered: 3, read: 4, played: 4 };

function Steps({ status }: { status: MessageStatus }) {
  const { t } = useTranslation();
  const steps = [
    { label: t('send.step_stored'), icon: IconDatabase },
    { label: t('status.sent'), icon: IconCheck },
    { label: t('status.delivered'), icon: IconChecks },
    { label: t('status.read'), icon: IconChecks },
  ];
  return (
    <Stepper
      active={reached[status] ?? 1}
      size="xs"
      iconSize={30}
      orientation="vertical"
      allowNextStepsSelect={false}
    >
      {steps.map(({ label, icon: Picture }) => (
        <Stepper.Step
          key={label}
          label={label}
          component="div"
          icon={<Picture size={15} aria-hidden />}
          completedIcon={<Picture size={15} aria-hidden />}
        />
      ))}
    </Stepper>
  );
}

function Ways({ answer, message }: { answer: SendAnswer; message: Message | undefined }) {
  const { t } = useTranslation();
  const isSimulated = useIsSimulated(message?.sender_id ?? null);
  return (
    <Group gap="sm">
      {isSimulated && message && (
        <RouteButton
          size="xs"
          to="/phone"
          search={{ person: message.phone_number }}
          leftSection={<IconDeviceMobileMessage size={14} />}
        >
          {t('message.see_on_phone')}
        </RouteButton>
      )}
      <SmallRouteButton to="/messages/$messageId" params={{ messageId: answer.message_id }}>
        {t('action.open_message')}
      </SmallRouteButton>
      {message?.request_id && (
        <SmallRouteButton to="/event-monitor/$requestId" params={{ requestId: message.request_id }}>
          {t('action.open_request')}
        </SmallRouteButton>
      )}
    </Group>
  );
}
