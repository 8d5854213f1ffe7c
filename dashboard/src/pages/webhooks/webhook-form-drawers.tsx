// Adding a webhook and changing one: the same form, over the list.

import type { CreatedWebhook, NewWebhook } from '@hudhud/contract/webhooks.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showDone } from '../../parts/form/show-done.ts';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { nothingToRead } from '../../parts/page/nothing-to-read.ts';
import { changeWebhook, createWebhook, webhookQuery } from '../../queries/webhooks.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { useWebhookId, useWebhookPlaces } from './webhook-places.ts';

export function NewWebhookDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const places = useWebhookPlaces();
  const query = useQuery(nothingToRead);
  const save = useMutation(createWebhook);
  const open = ({ id }: CreatedWebhook) => void navigate({ to: places.one(id) });
  return (
    <>
      <DetailDrawer
        isForm
        title={t('webhook.add')}
        query={query}
        onClosed={() => void navigate({ to: places.list })}
      >
        {() => (
          <WebhookForm webhook={null} error={save.error} isSaving={save.isPending} onSave={save.mutate} />
        )}
      </DetailDrawer>
      <SecretDialog
        secret={save.data?.secret ?? null}
        onClose={() => {
          if (save.data) open(save.data);
        }}
      />
    </>
  );
}

export function EditWebhookDrawer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const places = useWebhookPlaces();
  const webhookId = useWebhookId();
  const query = useQuery({ ...webhookQuery(webhookId), refetchInterval: false });
  const back = () => navigate({ to: places.one(webhookId) });
  const save = useMutation({
    ...changeWebhook,
    mutationFn: (body: NewWebhook) => changeWebhook.mutationFn({ id: webhookId, body }),
    onSuccess: () => {
      showDone(t('webhook.saved'));
      return back();
    },
  });
  return (
    <DetailDrawer isForm title={t('webhook.edit')} query={query} onClosed={() => void back()}>
      {(webhook) => (
        <WebhookForm
          key={webhook.id}
          webhook={webhook}
          error={save.error}
          isSaving={save.isPending}
          onSave={save.mutate}
        />
      )}
    </DetailDrawer>
  );
}
