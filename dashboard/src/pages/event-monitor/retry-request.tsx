// Runs a failed request again, after asking, and links to what came of it.

import type { RequestDetail, RetryAnswer } from '@hudhud/contract/requests.ts';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCircleCheck, IconCircleX, IconRepeat } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { useMay } from '../../queries/account.ts';
import { retryRequest } from '../../queries/requests.ts';
import { RetryLinks } from './retry-links.tsx';

export function RetryRequest({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const [isAsking, { open, close }] = useDisclosure(false);
  const mayOperate = useMay('operator');
  const retry = useMutation({
    ...retryRequest,
    onSettled: close,
    onSuccess: ({ status }) =>
      notifications.show(
        status < 400
          ? { color: 'teal', message: t('retry.succeeded', { status }) }
          : { color: 'red', message: t('retry.failed_again', { status }) },
      ),
  });
  if (!mayOperate) return null;
  if (!request.body_is_whole) {
    return (
      <Text size="sm" c="dimmed">
        {t('retry.not_possible')}
      </Text>
    );
  }
  return (
    <Stack gap="sm" {...(!retry.isIdle && !retry.isPending && { w: '100%' })}>
      <Button leftSection={<IconRepeat size={16} />} onClick={open} w="fit-content">
        {t('retry.button')}
      </Button>
      {retry.isError && <ErrorAlert error={retry.error} />}
      {retry.isSuccess && <Result answer={retry.data} />}
      <Modal opened={isAsking} onClose={close} title={t('retry.title')}>
        <Stack>
          <Text size="sm">{t('retry.explain')}</Text>
          <Text size="sm" c="dimmed">
            {t('retry.explain_cause')}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
            <Button loading={retry.isPending} onClick={() => retry.mutate(request.id)} data-autofocus>
              {t('retry.confirm')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}

function Result({ answer }: { answer: RetryAnswer }) {
  const { t } = useTranslation();
  const { status } = answer;
  const isGood = status < 400;
  return (
    <Alert
      color={isGood ? 'teal' : 'red'}
      icon={isGood ? <IconCircleCheck /> : <IconCircleX />}
      title={isGood ? t('retry.succeeded', { status }) : t('retry.failed_again', { status })}
    >
      <RetryLinks answer={answer} />
    </Alert>
  );
}
