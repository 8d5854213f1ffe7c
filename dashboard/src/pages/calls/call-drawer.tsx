// One call: what we sent and what came back, side by side, and what that meant.

import type { CallDetail } from '@hudhud/contract/calls.ts';
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CallOutcomeBadge, isKnownOutcome } from '../../parts/call-outcome.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { DetailDrawer } from '../../parts/detail-drawer.tsx';
import { FailureAlert } from '../../parts/failure-alert.tsx';
import { LeftToRight } from '../../parts/left-to-right.tsx';
import { callQuery } from '../../queries/calls.ts';
import { AnswerStatus } from './call-columns.tsx';
import { CallFields } from './call-fields.tsx';

const route = getRouteApi('/app/calls/$callId');

export function CallDrawer() {
  const { t } = useTranslation();
  const { callId } = route.useParams();
  const navigate = route.useNavigate();
  const query = useQuery(callQuery(callId));
  return (
    <DetailDrawer
      title={t('call.title')}
      query={query}
      width={920}
      onClosed={() => void navigate({ to: '/calls', search: true })}
    >
      {(call) => <Details call={call} />}
    </DetailDrawer>
  );
}

function Details({ call }: { call: CallDetail }) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" pb="xl">
      <Stack gap="xs">
        <Group gap="sm">
          <AnswerStatus status={call.status} />
          <CallOutcomeBadge outcome={call.outcome} />
        </Group>
        <LeftToRight mono fw={600} size="sm" style={{ overflowWrap: 'anywhere', alignSelf: 'flex-start' }}>
          {call.method} {call.url}
        </LeftToRight>
        {isKnownOutcome(call.outcome) && (
          <Text size="sm" c="dimmed">
            {t(`call_outcome_hint.${call.outcome}`)}
          </Text>
        )}
      </Stack>
      {call.failure && (
        <FailureAlert failure={call.failure} color={call.outcome === 'retry' ? 'yellow' : 'red'} />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <KeptText title={t('call.request_body')} text={call.request_body} none={t('call.request_empty')} />
        <KeptText title={t('call.answer_body')} text={call.answer_body} none={t('call.answer_empty')} />
      </SimpleGrid>
      <CallFields call={call} />
    </Stack>
  );
}

function KeptText({ title, text, none }: { title: string; text: string | null; none: string }) {
  if (text) return <CodeBlock title={title} code={text} json />;
  return (
    <Stack gap={4}>
      <Text size="xs" fw={600} c="dimmed">
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    </Stack>
  );
}
