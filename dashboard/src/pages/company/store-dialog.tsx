// Adding a store, or giving one another name.

import type { Store, StoreBody } from '@hudhud/contract/companies.ts';
import { Modal } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { NameInput } from '../../parts/form/name-input.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { createStore, renameStore } from '../../queries/stores.ts';

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
  const { form, frame } = useServerForm({
    initialValues: { name: store?.name ?? '' },
    validate: { name: isNotEmpty(t('store.name_needed')) },
    save: {
      ...createStore,
      mutationFn: (body: StoreBody) =>
        store ? renameStore.mutationFn({ id: store.id, body }) : createStore.mutationFn(body),
      onSuccess: () => {
        showDone(t('store.saved'));
        onClose();
      },
    },
    toBody: ({ name }) => ({ name: name.trim() }),
  });
  return (
    <FormFrame {...frame} submit={t(store ? 'action.save' : 'store.add')} onCancel={onClose}>
      <NameInput label={t('store.name')} maxLength={200} {...form.getInputProps('name')} />
    </FormFrame>
  );
}
