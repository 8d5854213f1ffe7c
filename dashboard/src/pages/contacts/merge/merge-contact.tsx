// Says that two contacts are one person: choose the other one, see what becomes of both, confirm.

import type { Contact } from '@hudhud/contract/contacts.ts';
import { Alert, Button, Group, Modal, Paper, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { showDone } from '../../../parts/form/show-done.ts';
import { contactSearchQuery, mergeContacts, mergePreviewQuery } from '../../../queries/contacts.ts';
import { ConsentBadge } from '../consent-badge.tsx';
import { ContactFacts } from '../contact-facts.tsx';
import { shownAddress } from '../shown-address.ts';

interface MergeContactProps {
  contact: Contact;
  isOpen: boolean;
  onClose: () => void;
}

export function MergeContact({ contact, isOpen, onClose }: MergeContactProps) {
  const { t } = useTranslation();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('contact_merge.title')} size="lg">
      <MergeForm contact={contact} onClose={onClose} />
    </Modal>
  );
}

const typingMilliseconds = 250;

function MergeForm({ contact, onClose }: Omit<MergeContactProps, 'isOpen'>) {
  const { t } = useTranslation();
  const [otherId, setOtherId] = useState<string | null>(null);
  const mutation = useMutation({
    ...mergeContacts,
    onSuccess: () => {
      showDone(t('contact_merge.done'));
      onClose();
    },
  });
  return (
    <Stack>
      <Text size="sm">{t('contact_merge.explain')}</Text>
      <OtherContact contact={contact} value={otherId} onChange={setOtherId} />
      {otherId !== null && <Preview contact={contact} otherId={otherId} />}
      {mutation.isError && <ErrorAlert error={mutation.error} />}
      <Group justify="space-between">
        <Group gap={6} wrap="nowrap" c="dimmed">
          <IconArrowBackUp size={16} className="flip" aria-hidden />
          <Text size="sm">{t('contact_merge.undo_hint')}</Text>
        </Group>
        <Group justify="flex-end" ms="auto">
          <Button variant="default" onClick={onClose}>
            {t('action.not_now')}
          </Button>
          <Button
            disabled={otherId === null}
            loading={mutation.isPending}
            onClick={() => otherId !== null && mutation.mutate({ id: contact.id, otherId })}
          >
            {t('contact_merge.confirm')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

const labelOf = (contact: Contact): string =>
  [contact.name, shownAddress(contact)].filter((part) => part !== '').join(' · ');

interface OtherContactProps {
  contact: Contact;
  value: string | null;
  onChange: (id: string | null) => void;
}

function OtherContact({ contact, value, onChange }: OtherContactProps) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<Contact | null>(null);
  const [asked] = useDebouncedValue(words, typingMilliseconds);
  // The field shows the chosen contact as its label; that is no search.
  const query = useQuery(contactSearchQuery(chosen && asked === labelOf(chosen) ? '' : asked));
  const found = (query.data ?? []).filter(({ id }) => id !== contact.id && id !== chosen?.id);
  const people = chosen ? [chosen, ...found] : found;
  return (
    <>
      <Select
        label={t('contact_merge.other')}
        placeholder={t('contact_merge.search')}
        nothingFoundMessage={t('contact_merge.nobody')}
        searchable
        clearable
        // The gateway has searched already, by number and by beginnings of words.
        filter={({ options }) => options}
        data={people.map((person) => ({ value: person.id, label: labelOf(person) }))}
        value={value}
        searchValue={words}
        onSearchChange={setWords}
        onChange={(id) => {
          setChosen(people.find((person) => person.id === id) ?? null);
          onChange(id);
        }}
        data-autofocus
      />
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
    </>
  );
}

function Preview({ contact, otherId }: { contact: Contact; otherId: string }) {
  const { t } = useTranslation();
  const query = useQuery(mergePreviewQuery(contact.id, otherId));
  if (query.isPending) return <Skeleton height={200} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const merged = query.data;
  return (
    <>
      {merged.consent.state === 'opted_out' && contact.consent.state !== 'opted_out' && (
        <Alert color="orange" py="xs" icon={<IconAlertTriangle />}>
          {t('contact_merge.stricter')}
        </Alert>
      )}
      <Paper withBorder p="md" component="section" aria-label={t('contact_merge.preview')}>
        <Text size="xs" c="dimmed" mb={4}>
          {t('contact_merge.preview')}
        </Text>
        <Group justify="space-between" wrap="nowrap" mb="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{merged.name || t('contact.no_name')}</bdi>
          </Text>
          <ConsentBadge state={merged.consent.state} />
        </Group>
        <ContactFacts contact={merged} isPreview />
      </Paper>
    </>
  );
}
