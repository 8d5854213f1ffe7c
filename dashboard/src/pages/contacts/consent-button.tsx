// Opts a person out, or in again. Where the wish comes from is kept with it.

import type { Contact } from '@hudhud/contract/contacts.ts';
import { Button, Modal, Text } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconBellOff, IconBellRinging } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { changeConsent } from '../../queries/contacts.ts';
import { ConsentSourceInput } from './consent-source-input.tsx';

type Wish = 'opted_in' | 'opted_out';

/** A person whose consent is unknown can be given either. */
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
  const { form, frame } = useServerForm({
    initialValues: { source: '' },
    validate: {
      source: isNotEmpty(t('consent_change.source_needed')),
    },
    save: {
      ...changeConsent,
      onSuccess: () => {
        showDone(t(`consent_change.done_${wish}`));
        onDone();
      },
    },
    toBody: ({ source }) => ({ id: contact.id, body: { state: wish, source: source.trim() } }),
  });
  return (
    <FormFrame {...frame} submit={t(`consent_change.${wish}`)} onCancel={onDone}>
      <Text size="sm">{t(`consent_change.explain_${wish}`)}</Text>
      <ConsentSourceInput data-autofocus {...form.getInputProps('source')} />
    </FormFrame>
  );
}
