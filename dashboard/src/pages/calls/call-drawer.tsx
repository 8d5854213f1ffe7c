// One call: what we sent and what came back, side by side, and what that meant.

import type { CallDetail } from '@hudhud/contract/calls.ts';
import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FailureAlert } from '../../parts/error/failure-alert.tsx';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { CallOutcomeBadge, isKnownOutcome } from '../../parts/state/call-outcome.tsx';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { callQuery } from '../../queries/calls.ts';
import { AnswerStatus } from './call-columns.tsx';
import { CallDelivery } from './call-delivery.tsx';
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
      paneWidth={760}
      onClosed={() => void navigate({ to: '/calls', search: true })}
    >
      {(call) => <Details key={call.id} call={call} />}
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
        <LeftToRight
          mono
          fw={600}
          size="sm"
          className="ltr mono preview"
          style={{ overflowWrap: 'anywhere', alignSelf: 'flex-start' }}
        >
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
      {call.delivery_id && <CallDelivery deliveryId={call.delivery_id} callId={call.id} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Side
          title={t('call.request_side')}
          headers={call.request_headers}
          body={call.request_body}
          none={t('call.request_empty')}
        />
        <Side
          title={t('call.answer_side')}
          headers={call.answer_headers}
          body={call.answer_body}
          none={t('call.answer_empty')}
        />
      </SimpleGrid>
      <CallFields call={call} />
    </Stack>
  );
}

interface SideProps {
  title: string;
  headers: CallDetail['request_headers'];
  body: string | null;
  none: string;
}

/** One side of the exchange: its headers, where they are kept, and its body. */
function Side({ title, headers, body, none }: SideProps) {
  const { t } = useTranslation();
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="sm" component="section" aria-label={title} miw={0}>
      <Title order={2}>{title}</Title>
      {lines.length > 0 && <CodeBlock title={t('exchange.headers')} code={lines.join('\n')} />}
      {body ? (
        <CodeBlock title={t('exchange.body')} code={body} json />
      ) : (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
    </Stack>
  );
}
