// What to paste at the provider so that statuses and replies come back, and whether any has come yet.

import type { Sender } from '@hudhud/contract/senders.ts';
import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { CopyableId } from '../../parts/text/left-to-right.tsx';
import { MomentLine } from '../../parts/time/moment.tsx';

export function CallbackSetup({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>{t('callback.title')}</Title>
      {sender.is_simulated ? (
        <Text size="sm" c="dimmed">
          {t('callback.simulated')}
        </Text>
      ) : (
        <Text size="sm">{t('callback.explain')}</Text>
      )}
      <FieldList>
        <Field name={t('callback.url')} isStacked>
          <CopyableId id={sender.callback_url} what={t('callback.url')} />
        </Field>
        {!sender.is_simulated && (
          <Field name={t('callback.verify_token')}>{t('callback.verify_token_hint')}</Field>
        )}
      </FieldList>
      {sender.last_callback_at ? (
        <Alert color="teal" icon={<IconCircleCheck />} title={t('callback.arrived')}>
          <MomentLine at={sender.last_callback_at} />
        </Alert>
      ) : (
        <Alert color="gray" icon={<IconInfoCircle />} title={t('callback.none')}>
          {t(sender.is_simulated ? 'callback.none_simulated' : 'callback.none_hint')}
        </Alert>
      )}
    </Stack>
  );
}
