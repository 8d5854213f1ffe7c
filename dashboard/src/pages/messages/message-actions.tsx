// What can still be done about a message: stop it while it waits, send it again when it failed.

import type { Message } from '@hudhud/contract/messages.ts';
import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconBan,
  IconDeviceMobileMessage,
  IconRepeat,
  IconSend,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { RouteButton } from '../../parts/page/route-link.tsx';
import { useMay } from '../../queries/account.ts';
import { cancelMessage, retryMessage } from '../../queries/messages.ts';
import type { Mutation } from '../../queries/mutation.ts';
import { useIsSimulated } from '../../queries/senders.ts';

const retryable: readonly Message['status'][] = ['failed', 'expired', 'unconfirmed'];

export function MessageActions({ message }: { message: Message }) {
  const { t } = useTranslation();
  const isSimulated = useIsSimulated(message.sender_id);
  const mayOperate = useMay('operator');
  return (
    <Group gap="sm" align="flex-start">
      {mayOperate && <Changes message={message} />}
      {isSimulated && (
        <RouteButton
          to="/phone"
          search={{ person: message.phone_number }}
          variant="default"
          leftSection={<IconDeviceMobileMessage size={16} />}
        >
          {t('message.see_on_phone')}
        </RouteButton>
      )}
    </Group>
  );
}

function Changes({ message }: { message: Message }) {
  const { t } = useTranslation();
  const isOwn = message.direction === 'out';
  return (
    <>
      {isOwn && retryable.includes(message.status) && <Retry message={message} />}
      {isOwn && message.status === 'queued' && <Cancel message={message} />}
      <RouteButton
        to="/send"
        search={isOwn ? { to: message.phone_number } : { to: message.phone_number, reply_to: message.id }}
        variant="default"
        leftSection={<IconSend size={16} className="flip" />}
      >
        {t(isOwn ? 'message.send_again' : 'message.answer')}
      </RouteButton>
    </>
  );
}

/** One change to a message, after asking. */
function useChange(change: Mutation<Message, string>, done: string) {
  const [isAsking, { open, close }] = useDisclosure(false);
  const mutation = useMutation({
    ...change,
    onSuccess: () => showDone(done),
    onSettled: close,
  });
  return { isAsking, open, close, mutation };
}

function Retry({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { isAsking, open, close, mutation } = useChange(retryMessage, t('message_retry.done'));
  const isRisky = message.status === 'unconfirmed';
  return (
    <>
      <Button leftSection={<IconRepeat size={16} />} onClick={open}>
        {t('message_retry.button')}
      </Button>
      {mutation.isError && <FullWidthError error={mutation.error} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('message_retry.title')}
        confirm={isRisky ? t('message_retry.confirm_risky') : t('message_retry.confirm')}
        isDangerous={isRisky}
        isPending={mutation.isPending}
        onConfirm={() => mutation.mutate(message.id)}
        onClose={close}
      >
        {isRisky ? (
          <Alert color="yellow" icon={<IconAlertTriangle />} title={t('message_retry.risk')}>
            <Stack gap="xs">
              <Text size="sm">{t('message_retry.risk_why')}</Text>
              <Text size="sm">{t('message_retry.risk_instead')}</Text>
            </Stack>
          </Alert>
        ) : (
          <Text size="sm">{t('message_retry.explain')}</Text>
        )}
      </ConfirmDialog>
    </>
  );
}

function FullWidthError({ error }: { error: Error }) {
  return (
    <Box w="100%" style={{ order: 1 }}>
      <ErrorAlert error={error} />
    </Box>
  );
}

function Cancel({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { isAsking, open, close, mutation } = useChange(cancelMessage, t('message_cancel.done'));
  return (
    <>
      <Button variant="default" leftSection={<IconBan size={16} />} onClick={open}>
        {t('message_cancel.button')}
      </Button>
      {mutation.isError && <FullWidthError error={mutation.error} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('message_cancel.title')}
        confirm={t('message_cancel.confirm')}
        isDangerous
        isPending={mutation.isPending}
        onConfirm={() => mutation.mutate(message.id)}
        onClose={close}
      >
        <Text size="sm">{t('message_cancel.explain')}</Text>
      </ConfirmDialog>
    </>
  );
}
