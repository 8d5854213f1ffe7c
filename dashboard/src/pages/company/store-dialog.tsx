// Adding a store, or giving one another name.

import type { Store } from '@hudhud/contract/companies.ts';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { createStore, renameStore, storesQuery } from '../../queries/stores.ts';

interface StoreDialogProps {
  store: Store | null;
  isOpen: boolean;
  onClose: () => void;
}

export function StoreDialog({ store, isOpen, onClose }: StoreDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t(store ? 'store.rename' : 'store.add')}>
      <StoreForm store={store} onClose={onClose} />
    </Modal>
  );
}

function StoreForm({ store, onClose }: Omit<StoreDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: store?.name ?? '' },
    validate: { name: (value) => (value.trim() === '' ? t('store.name_needed') : null) },
  });
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      store ? renameStore(store.id, { name: name.trim() }) : createStore({ name: name.trim() }),
    onSuccess: async () => {
      notifications.show({ color: 'teal', message: t('store.saved') });
      onClose();
      await queryClient.invalidateQueries({ queryKey: storesQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ['session'] });
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        {save.isError && <ErrorAlert error={save.error} />}
        <TextInput
          label={t('store.name')}
          required
          maxLength={200}
          data-autofocus
          {...ownDirection}
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.not_now')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t(store ? 'action.save' : 'store.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
