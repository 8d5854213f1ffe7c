// Everybody the company knows: found by name, number, tag, consent, segment or store.

import type { Contact } from '@hudhud/contract/contacts.ts';
import { Button, Group } from '@mantine/core';
import {
  IconAddressBook,
  IconDownload,
  IconFileImport,
  IconFilterOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '../../parts/error/use-error-toast.ts';
import { saveFile } from '../../parts/form/save-file.ts';
import { RecordTable } from '../../parts/list/record-table.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { RouteButton } from '../../parts/page/route-link.tsx';
import { useMay } from '../../queries/account.ts';
import { contactsQuery, exportContacts } from '../../queries/contacts.ts';
import { refreshWhileNewest } from '../../queries/list-pages.ts';
import { ContactPhoneRow, useContactColumns } from './contact-columns.tsx';
import { ContactFilterBar } from './contact-filter-bar.tsx';
import { type ContactFilters, narrowing } from './contact-filters.ts';
import { ContactTabs } from './contact-tabs.tsx';
import { shownAddress } from './shown-address.ts';
import { TagSelected } from './tag-selected.tsx';

// Everybody whom the filters mean, as a CSV file.

function ExportButton({ filters }: { filters: ContactFilters }) {
  const { t } = useTranslation();
  const toast = useErrorToast();
  const save = useMutation({
    mutationFn: async () => saveFile(await exportContacts(narrowing(filters)), 'contacts.csv'),
    onError: toast(t('contacts.export_failed')),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('contacts.export')}
    </Button>
  );
}

const route = getRouteApi('/app/contacts/list');

export function ContactsPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay('operator');
  const [selected, setSelected] = useState<Contact[]>([]);
  const query = useInfiniteQuery({
    ...contactsQuery(filters),
    // People who write in appear by themselves, but not under the hand that chooses rows.
    refetchInterval: ({ state }) => selected.length === 0 && refreshWhileNewest(state.data),
  });
  const isFiltered = Object.keys(narrowing(filters)).length > 0;
  return (
    <>
      <PageHeader title={t('nav.contacts')} subtitle={t('contacts.subtitle')}>
        <HeaderButtons mayChange={mayChange} />
      </PageHeader>
      <ContactTabs />
      <ContactFilterBar
        filters={filters}
        onChange={(next) => void navigate({ to: '/contacts', search: next, replace: true })}
      />
      <TagSelected selected={selected} onClear={() => setSelected([])} />
      <RecordTable
        name={t('nav.contacts')}
        query={query}
        columns={useContactColumns()}
        phoneRow={(contact) => <ContactPhoneRow contact={contact} />}
        onOpen={({ id }) =>
          void navigate({ to: '/contacts/$contactId', params: { contactId: id }, search: true })
        }
        {...(mayChange && {
          selection: {
            selected,
            onChange: setSelected,
            isSelectable: () => true,
            allLabel: t('tag_selected.all'),
            labelOf: (contact: Contact) =>
              t('tag_selected.one', { person: contact.name || shownAddress(contact) }),
          },
        })}
        empty={isFiltered ? <NoMatch /> : <NoContacts mayChange={mayChange} />}
      />
      <Outlet />
    </>
  );
}

function HeaderButtons({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const filters = route.useSearch();
  return (
    <Group gap="sm">
      <ExportButton filters={filters} />
      {mayChange && (
        <>
          <RouteButton
            to="/contacts/imports/new"
            variant="default"
            leftSection={<IconFileImport size={16} />}
          >
            {t('contacts.import')}
          </RouteButton>
          <RouteButton to="/contacts/new" search={true} leftSection={<IconUserPlus size={16} />}>
            {t('contacts.add')}
          </RouteButton>
        </>
      )}
    </Group>
  );
}

function NoMatch() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconFilterOff} title={t('contacts.no_match')} hint={t('contacts.no_match_hint')} />
  );
}

function NoContacts({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconAddressBook} title={t('contacts.empty')} hint={t('contacts.empty_hint')}>
      {mayChange && (
        <RouteButton to="/contacts/imports/new" mt="xs" leftSection={<IconFileImport size={16} />}>
          {t('contacts.import_first')}
        </RouteButton>
      )}
    </EmptyState>
  );
}
