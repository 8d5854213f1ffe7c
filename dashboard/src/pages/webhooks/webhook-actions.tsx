// What can be done about a webhook: test, edit, pause or resume, delete.

import type { WebhookDetail, WebhookTest } from '@hudhud/contract/webhooks.ts';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconBolt, IconCircleCheck, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { FailureAlert } from '../../parts/error/failure-alert.tsx';
import { DeleteButton } from '../../parts/form/delete-button.tsx';
import { RouteButton, RouteLink } from '../../parts/page/route-link.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { useMay } from '../../queries/account.ts';
import { deleteWebhook, pauseWebhook, resumeWebhook, testWebhook } from '../../queries/webhooks.ts';
import { useWebhookPlaces } from './webhook-places.ts';

export function WebhookActions({ webhook }: { webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const mayOperate = useMay('operator');
  const mayChange = useMay('admin');
  const test = useMutation(testWebhook);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {mayOperate && (
          <Button
            leftSection={<IconBolt size={16} />}
            loading={test.isPending}
            onClick={() => test.mutate(webhook.id)}
          >
            {t('webhook.test')}
          </Button>
        )}
        {mayChange && <Changes webhook={webhook} />}
      </Group>
      {test.isSuccess && <TestResult result={test.data} />}
      {test.isError && <ErrorAlert error={test.error} />}
    </Stack>
  );
}

function Changes({ webhook }: { webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const places = useWebhookPlaces();
  const isActive = webhook.state === 'active';
  const turn = useMutation(isActive ? pauseWebhook : resumeWebhook);
  return (
    <>
      <RouteButton to={places.edit(webhook.id)} variant="default" leftSection={<IconPencil size={16} />}>
        {t('action.edit')}
      </RouteButton>
      <Button
        variant="default"
        leftSection={isActive ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        loading={turn.isPending}
        onClick={() => turn.mutate(webhook.id)}
      >
        {isActive ? t('webhook.pause') : t('webhook.resume')}
      </Button>
      <Delete webhook={webhook} />
      {turn.isError && <ErrorAlert error={turn.error} />}
    </>
  );
}

function TestResult({ result }: { result: WebhookTest }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const link = (
    <RouteLink to="/calls/$callId" params={{ callId: result.call_id }} size="sm">
      {t('action.open_call')}
    </RouteLink>
  );
  if (!result.is_delivered && result.failure) {
    return <FailureAlert failure={result.failure}>{link}</FailureAlert>;
  }
  return (
    <Alert color="teal" icon={<IconCircleCheck />} title={t('webhook.test_works')}>
      <Text size="sm">
        {result.answer_status} · {text.duration(result.duration_ms)}
      </Text>
      {link}
    </Alert>
  );
}

function Delete({ webhook }: { webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const places = useWebhookPlaces();
  const leave = () => navigate({ to: places.list });
  return (
    <DeleteButton
      title={t('webhook.delete_title')}
      explain={t('webhook.delete_explain')}
      confirm={t('webhook.delete_confirm')}
      done={t('webhook.deleted')}
      remove={deleteWebhook}
      id={webhook.id}
      onDeleted={leave}
    />
  );
}
