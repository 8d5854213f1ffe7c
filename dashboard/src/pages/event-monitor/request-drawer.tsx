// One request: what came in, what we answered, why it failed, and running it again.

import type { RequestDetail } from '@hudhud/contract/requests.ts';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EnglishDetail } from '../../parts/error/english-detail.tsx';
import { ErrorExplanation } from '../../parts/error/error-explanation.tsx';
import { FieldErrors } from '../../parts/error/field-errors.tsx';
import { useErrorText } from '../../parts/error/use-error-text.ts';
import { rememberOpened } from '../../parts/form/first-steps.ts';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { HttpStatusBadge } from '../../parts/state/status-badge.tsx';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { requestQuery } from '../../queries/requests.ts';
import { isWorthRetrying } from './is-worth-retrying.ts';
import { parseProblem } from './parse-problem.ts';
import { RequestFields } from './request-fields.tsx';
import { ComparedWithOriginal, RequestTools } from './request-tools.tsx';
import { RetryRequest } from './retry-request.tsx';

const route = getRouteApi('/app/event-monitor/$requestId');

export function RequestDrawer() {
  const { t } = useTranslation();
  const { requestId } = route.useParams();
  const navigate = route.useNavigate();
  const query = useQuery(requestQuery(requestId));
  useEffect(() => rememberOpened('request'), []);
  return (
    <DetailDrawer
      title={t('request.title')}
      query={query}
      onClosed={() => void navigate({ to: '/event-monitor', search: true })}
    >
      {/* The key resets the result of a retry when its link leads to another request. */}
      {(request) => <Details key={request.id} request={request} />}
    </DetailDrawer>
  );
}

function Details({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" pb="xl">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Group gap="sm" miw={0}>
          <HttpStatusBadge status={request.status} />
          <LeftToRight mono fw={600} style={{ overflowWrap: 'anywhere' }}>
            {request.method} {request.path}
          </LeftToRight>
        </Group>
      </Group>
      {request.error_code && <Explained code={request.error_code} answer={request.answer} />}
      <Group gap="sm" align="flex-start">
        {isWorthRetrying(request) && <RetryRequest request={request} />}
        <RequestTools request={request} />
      </Group>
      {hasOriginal(request) && <ComparedWithOriginal request={request} />}
      <RequestFields request={request} />
      {!request.body_is_whole && (
        <Text size="sm" c="dimmed">
          {t('request.body_cut')}
        </Text>
      )}
      {request.headers && <KeptHeaders headers={request.headers} />}
      <KeptText title={t('request.body')} text={request.body} none={t('request.body_empty')} />
      <KeptText title={t('request.answer')} text={request.answer} none={t('request.answer_empty')} />
    </Stack>
  );
}

const hasOriginal = (request: RequestDetail): request is RequestDetail & { retry_of: string } =>
  request.retry_of !== null;

function KeptHeaders({ headers }: { headers: Record<string, string> }) {
  const { t } = useTranslation();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap={4}>
      <CodeBlock title={t('request_headers.title')} code={lines.join('\n')} />
      <Text size="xs" c="dimmed">
        {t('request_headers.hint')}
      </Text>
    </Stack>
  );
}

function KeptText({ title, text, none }: { title: string; text: string | null; none: string }) {
  if (text) return <CodeBlock title={title} code={text} json />;
  return (
    <Text size="sm" c="dimmed">
      {none}
    </Text>
  );
}

function Explained({ code, answer }: { code: string; answer: string | null }) {
  const { t, i18n } = useTranslation();
  const problem = parseProblem(answer);
  const isEnglish = i18n.language === 'en';
  const text = useErrorText()(code);
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={text?.title ?? problem?.title ?? code}>
      <Stack gap="sm">
        {problem && <FieldErrors problem={problem} />}
        <ErrorExplanation code={code} />
        {/* The gateway's own words, which are English in every language. */}
        {problem && isEnglish && <Text size="sm">{problem.detail}</Text>}
        {problem && !isEnglish && <EnglishDetail code={code} detail={problem.detail} />}
        <Group gap="md">
          <Text size="xs" c="dimmed">
            {t('problem.code')}: <LeftToRight mono>{code}</LeftToRight>
          </Text>
          <RouteLink to="/developers/errors" search={{ search: code }} size="xs">
            {t('log.error_page')}
          </RouteLink>
        </Group>
      </Stack>
    </Alert>
  );
}
