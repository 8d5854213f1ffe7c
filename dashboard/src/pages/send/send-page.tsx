// Composes a test message and watches what becomes of it.

import { Grid } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../parts/page-header.tsx';
import { Panel } from '../../parts/panel.tsx';
import { sendMessage } from '../../queries/messages.ts';
import { MessagePreview } from './message-preview.tsx';
import { newIdempotencyKey } from './new-idempotency-key.ts';
import { type Draft, SendForm } from './send-form.tsx';
import { SendResult } from './send-result.tsx';

const route = getRouteApi('/app/send');

export function SendPage() {
  const { t } = useTranslation();
  const { to = '' } = route.useSearch();
  const [draft, setDraft] = useState<Draft>({ to, message: '' });
  // One key per written message: pressing Send again after a lost answer cannot send it twice.
  const [key, setKey] = useState(newIdempotencyKey);
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: (body: Draft) => sendMessage(body, key),
    onSuccess: () => setKey(newIdempotencyKey()),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['messages'] });
      await queryClient.invalidateQueries({ queryKey: ['requests'] });
    },
  });
  const change = (next: Draft) => {
    setDraft(next);
    if (send.isError) setKey(newIdempotencyKey());
  };
  return (
    <>
      <PageHeader title={t('send.title')} subtitle={t('send.subtitle')} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Panel>
            <SendForm
              initial={draft}
              error={send.error}
              isSending={send.isPending}
              onChange={change}
              onSend={(body) => send.mutate(body)}
            />
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <MessagePreview text={draft.message} to={draft.to} />
          {send.data && <SendResult answer={send.data} />}
        </Grid.Col>
      </Grid>
    </>
  );
}
