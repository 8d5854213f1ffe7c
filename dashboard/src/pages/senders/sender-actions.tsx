// What can be done about a sender: test it, make it the default, change it, delete it.

import type { Sender } from '@hudhud/contract/senders.ts';
import { Button, Group, Stack } from '@mantine/core';
import { IconPencil, IconPlugConnected, IconStar } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { DeleteButton } from '../../parts/form/delete-button.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { RouteButton } from '../../parts/page/route-link.tsx';
import { useMay } from '../../queries/account.ts';
import { changeSender, deleteSender, testSender } from '../../queries/senders.ts';
import { DoctorResult } from './doctor-result.tsx';
import { useSenderPlaces } from './sender-places.ts';

export function SenderActions({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  const mayOperate = useMay('operator');
  const mayChange = useMay('admin');
  const test = useMutation(testSender);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        {mayOperate && (
          <Button
            leftSection={<IconPlugConnected size={16} />}
            loading={test.isPending}
            onClick={() => test.mutate(sender.id)}
          >
            {t('sender.test')}
          </Button>
        )}
        {mayChange && <Changes sender={sender} />}
      </Group>
      {test.isSuccess && <DoctorResult sender={sender} result={test.data} />}
      {test.isError && <ErrorAlert error={test.error} />}
    </Stack>
  );
}

function Changes({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  const places = useSenderPlaces();
  const makeDefault = useMutation({
    ...changeSender,
    onSuccess: () => showDone(t('sender.made_default')),
  });
  return (
    <>
      <RouteButton to={places.edit(sender.id)} variant="default" leftSection={<IconPencil size={16} />}>
        {t('action.edit')}
      </RouteButton>
      {!sender.is_default && (
        <Button
          variant="default"
          leftSection={<IconStar size={16} />}
          loading={makeDefault.isPending}
          onClick={() => makeDefault.mutate({ id: sender.id, body: { is_default: true } })}
        >
          {t('sender.make_default')}
        </Button>
      )}
      <Delete sender={sender} />
      {makeDefault.isError && <ErrorAlert error={makeDefault.error} />}
    </>
  );
}

function Delete({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const places = useSenderPlaces();
  const leave = () => navigate({ to: places.list });
  return (
    <DeleteButton
      title={t('sender.delete_title')}
      explain={t('sender.delete_explain')}
      confirm={t('sender.delete_confirm')}
      done={t('sender.deleted')}
      remove={deleteSender}
      id={sender.id}
      onDeleted={leave}
    />
  );
}
