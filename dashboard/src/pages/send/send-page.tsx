// Composes a message of any type and watches what becomes of it.

import { Grid } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newIdempotencyKey } from '../../parts/form/new-idempotency-key.ts';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { ViewerNote } from '../../parts/page/viewer-note.tsx';
import { useMay } from '../../queries/account.ts';
import { useMe } from '../../queries/me.ts';
import { sendMessage } from '../../queries/messages.ts';
import { type Draft, emptyDraft, toSendBody } from './draft.ts';
import { MessagePreview } from './message-preview.tsx';
import { SendForm } from './send-form.tsx';
import { SendProgress } from './send-progress.tsx';

const route = getRouteApi('/app/send');

export function SendPage() {
  const { t } = useTranslation();
  const { to = '', from = '', reply_to = '' } = route.useSearch();
  const { timezone } = useMe().company;
  const mayOperate = useMay('operator');
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, to, from, reply_to });
  // One key per written message: pressing Send again after a lost answer cannot send it twice.
  const [key, setKey] = useState(newIdempotencyKey);
  const send = useMutation({
    // Answered as soon as it is stored: the rest of its way is watched beside the form.
    ...sendMessage,
    onSuccess: () => setKey(newIdempotencyKey()),
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
            {mayOperate ? (
              <SendForm
                initial={draft}
                error={send.error}
                isSending={send.isPending}
                onChange={change}
                onSend={(written) =>
                  send.mutate({ body: toSendBody(written, timezone), idempotencyKey: key })
                }
              />
            ) : (
              <ViewerNote />
            )}
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          {mayOperate && <MessagePreview draft={draft} />}
          {send.data && <SendProgress key={send.data.message_id} answer={send.data} />}
        </Grid.Col>
      </Grid>
    </>
  );
}
