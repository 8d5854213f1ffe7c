// Replaces the secret of a webhook and shows the new one once. The old one signs too for a while, so that a receiver can
// change over without a gap.

import type { WebhookDetail } from '@hudhud/contract/webhooks.ts';
import { Button, Select, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { useAskFirst } from '../../parts/form/use-ask-first.ts';
import { rotateSecret } from '../../queries/webhooks.ts';
import { SecretDialog } from './secret-dialog.tsx';

const overlaps = { none: 0, hour: 3_600, day: 86_400, week: 604_800 } as const;
type Overlap = keyof typeof overlaps;
const overlapNames = Object.keys(overlaps) as Overlap[];

export function RotateSecret({ webhook }: { webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const [overlap, setOverlap] = useState<Overlap>('day');
  const { ask, change: rotate, dialog } = useAskFirst(rotateSecret);
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconKey size={14} />} onClick={ask}>
        {t('webhook.rotate')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('webhook.rotate_title')}
        confirm={t('webhook.rotate_confirm')}
        onConfirm={() => rotate.mutate({ id: webhook.id, graceSeconds: overlaps[overlap] })}
      >
        <Text size="sm">{t('webhook_form.rotate_explain')}</Text>
        <Select
          label={t('webhook_form.overlap')}
          allowDeselect={false}
          value={overlap}
          onChange={(value) => setOverlap(overlapNames.find((name) => name === value) ?? 'day')}
          data={overlapNames.map((name) => ({ value: name, label: t(`token_grace.${name}`) }))}
        />
      </ConfirmDialog>
      <SecretDialog secret={rotate.data?.secret ?? null} onClose={rotate.reset} />
    </>
  );
}
