// Opts a person out, or in again. Where the wish comes from is kept with it.

import type { Contact } from '@hudhud/contract/contacts.ts';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconBellOff, IconBellRinging } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { changeConsent, contactsKey } from '../../queries/contacts.ts';

type Wish = 'opted_in' | 'opted_out';

/** Somebody who never said anything can do either. */
export function ConsentButton({ contact }: { contact: Contact }) {
  const { state } = contact.consent;
  return (
    <>
      {state !== 'opted_out' && <WishButton contact={contact} wish="opted_out" />}
      {state !== 'opted_in' && <WishButton contact={contact} wish="opted_in" />}
    </>
  );
}

function WishButton({ contact, wish }: { contact: Contact; wish: Wish }) {
  const { t } = useTranslation();
  const [isAsking, { open, close }] = useDisclosure(false);
  const Picture = wish === 'opted_out' ? IconBellOff : IconBellRinging;
  return (
    <>
      <Button variant="default" leftSection={<Picture size={16} />} onClick={open}>
        {t(`consent_change.${wish}`)}
      </Button>
      <Modal opened={isAsking} onClose={close} title={t(`consent_change.title_${wish}`)}>
        <WishForm contact={contact} wish={wish} onDone={close} />
      </Modal>
    </>
  );
}

interface WishFormProps {
  contact: Contact;
  wish: Wish;
  onDone: () => void;
}

function WishForm({ contact, wish, onDone }: WishFormProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { source: '' },
    validate: { source: (value) => (value.trim() === '' ? t('consent_change.source_needed') : null) },
  });
  const save = useMutation({
    mutationFn: ({ source }: { source: string }) =>
      changeConsent(contact.id, { state: wish, source: source.trim() }),
    onSuccess: async () => {
      notifications.show({ color: 'teal', message: t(`consent_change.done_${wish}`) });
      onDone();
      await queryClient.invalidateQueries({ queryKey: contactsKey });
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Text size="sm">{t(`consent_change.explain_${wish}`)}</Text>
        {save.isError && <ErrorAlert error={save.error} />}
        <TextInput
          label={t('consent_change.source')}
          placeholder={t('consent_change.source_placeholder')}
          required
          maxLength={200}
          data-autofocus
          {...ownDirection}
          {...form.getInputProps('source')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('action.not_now')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t(`consent_change.${wish}`)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
