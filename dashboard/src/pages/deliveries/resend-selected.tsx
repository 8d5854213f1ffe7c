// Sends the chosen deliveries again, after asking, and says how many went.

import type { Delivery } from '@hudhud/contract/deliveries.ts';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconRepeat } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { ChosenBar } from '../../parts/list/chosen-bar.tsx';
import type { Selection } from '../../parts/list/record-table.tsx';
import { runAll } from '../../parts/list/run-all.ts';
import { useEventName } from '../../parts/state/event-name.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { resendDelivery } from '../../queries/deliveries.ts';

export function useDeliverySelection(
  selected: Delivery[],
  onChange: (deliveries: Delivery[]) => void,
): Selection<Delivery> {
  const { t } = useTranslation();
  const nameOf = useEventName();
  const text = useTimeText();
  return {
    selected,
    onChange,
    // A pending delivery needs no resend.
    isSelectable: ({ condition }) => condition !== 'pending',
    allLabel: t('bulk_resend.all'),
    labelOf: ({ event, created_at }) =>
      t('bulk_resend.one', { event: nameOf(event), time: text.absolute(created_at) }),
  };
}

interface ResendSelectedProps {
  selected: readonly Delivery[];
  onClear: () => void;
}

export function ResendSelected({ selected, onClear }: ResendSelectedProps) {
  const { t } = useTranslation();
  const text = useTimeText();
  const [isAsking, { open, close }] = useDisclosure(false);
  const resend = useMutation({
    ...resendDelivery,
    mutationFn: async () => {
      let failed = 0;
      await runAll(
        selected,
        ({ id }) => resendDelivery.mutationFn(id),
        (_, error) => {
          if (error !== null) failed += 1;
        },
      );
      return { failed, sent: selected.length - failed };
    },
    onSuccess: ({ failed, sent }) =>
      notifications.show({
        color: failed === 0 ? 'teal' : 'yellow',
        message: t('bulk_resend.done', { sent: text.number(sent), failed: text.number(failed) }),
      }),
    onSettled: () => {
      close();
      onClear();
    },
  });
  const counted = { count: selected.length, formatted: text.number(selected.length) };
  return (
    <>
      {selected.length > 0 && (
        <ChosenBar name={t('bulk_resend.title')} summary={t('bulk_resend.chosen', counted)} onClear={onClear}>
          <Button size="xs" leftSection={<IconRepeat size={14} />} onClick={open}>
            {t('bulk_resend.button')}
          </Button>
        </ChosenBar>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('bulk_resend.confirm_title', counted)}
        confirm={t('bulk_resend.confirm')}
        isPending={resend.isPending}
        onConfirm={() => resend.mutate()}
        onClose={close}
      >
        <Text size="sm">{t('bulk_resend.explain')}</Text>
      </ConfirmDialog>
    </>
  );
}
