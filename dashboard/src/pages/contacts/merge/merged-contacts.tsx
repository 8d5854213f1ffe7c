// Which contacts became part of this one, and the way back, as long as there is one.

import type { Contact, ContactMergeEntry } from '@hudhud/contract/contacts.ts';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { ConfirmDialog } from '../../../parts/form/confirm-dialog.tsx';
import { showDone } from '../../../parts/form/show-done.ts';
import { useAskFirst } from '../../../parts/form/use-ask-first.ts';
import { RouteLink } from '../../../parts/page/route-link.tsx';
import { LeftToRight } from '../../../parts/text/left-to-right.tsx';
import { MomentLine } from '../../../parts/time/moment.tsx';
import { useMay } from '../../../queries/account.ts';
import { mergesQuery, undoMerge } from '../../../queries/contacts.ts';
import { useSourceName } from '../source-name.ts';

export function MergedContacts({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const query = useQuery(mergesQuery(contact.id));
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || query.data.length === 0) return null;
  return (
    <Stack gap="sm" mt="lg" component="section" aria-label={t('contact_merge.past')}>
      <Title order={3} size="h5">
        {t('contact_merge.past')}
      </Title>
      {query.data.map((merge) => (
        <Entry key={merge.id} merge={merge} contact={contact} />
      ))}
    </Stack>
  );
}

function Entry({ merge, contact }: { merge: ContactMergeEntry; contact: Contact }) {
  const { t } = useTranslation();
  const nameOf = useSourceName();
  return (
    <Group justify="space-between" align="flex-start">
      <Stack gap={2} miw={0}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{merge.name || t('contact.no_name')}</bdi>{' '}
          {merge.phone_number && <LeftToRight>{merge.phone_number}</LeftToRight>}
        </Text>
        <Text size="xs" c="dimmed">
          <bdi>{nameOf(merge.source)}</bdi> · <MomentLine at={merge.merged_at} />
        </Text>
      </Stack>
      {merge.undone_at === null ? (
        <Undo merge={merge} contact={contact} />
      ) : (
        <RouteLink
          to="/contacts/$contactId"
          params={{ contactId: merge.merged_contact_id }}
          search={true}
          size="sm"
        >
          {t('contact_merge.undone')}
        </RouteLink>
      )}
    </Group>
  );
}

function Undo({ merge, contact }: { merge: ContactMergeEntry; contact: Contact }) {
  const { t } = useTranslation();
  const mayChange = useMay('operator');
  const { ask, change, dialog } = useAskFirst(undoMerge, () => showDone(t('contact_merge.parted')));
  if (!mayChange) return null;
  if (!merge.can_be_undone) {
    return (
      <Text size="xs" c="dimmed">
        {t('contact_merge.final')}
      </Text>
    );
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowBackUp size={14} className="flip" />}
        onClick={ask}
      >
        {t('contact_merge.undo')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('contact_merge.undo_title')}
        confirm={t('contact_merge.undo')}
        onConfirm={() => change.mutate(merge.id)}
      >
        <Text size="sm">{t('contact_merge.undo_explain')}</Text>
        {contact.consent.state === 'opted_out' && <Text size="sm">{t('contact_merge.stays_out')}</Text>}
      </ConfirmDialog>
    </>
  );
}
