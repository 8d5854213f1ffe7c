// The columns of the contact list, and its row on a phone.

import type { Contact } from '@hudhud/contract/contacts.ts';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '../../parts/list/record-table.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentAgo, MomentCell } from '../../parts/time/moment.tsx';
import { ConsentBadge } from './consent-badge.tsx';
import { shownAddress } from './shown-address.ts';
import { TagBadges } from './tag-badges.tsx';

const tagsShown = 3;

export function useContactColumns(): RecordColumn<Contact>[] {
  const { t } = useTranslation();
  return [
    { accessor: 'name', title: t('contact.person'), render: (contact) => <ContactLink contact={contact} /> },
    {
      accessor: 'tags',
      title: t('contact.tags'),
      width: 240,
      render: ({ tags }) => <TagBadges tags={tags} max={tagsShown} />,
    },
    {
      accessor: 'consent',
      title: t('contact.consent'),
      width: 150,
      render: ({ consent }) => <ConsentBadge state={consent.state} />,
    },
    { accessor: 'last_seen_at', title: t('contact.last_seen'), width: 150, render: LastSeen },
    { accessor: 'created_at', title: t('contact.created'), width: 150, render: Created },
  ];
}

const Created = ({ created_at }: Contact) => <MomentCell at={created_at} />;
const LastSeen = ({ last_seen_at }: Contact) => last_seen_at && <MomentCell at={last_seen_at} />;

function ContactLink({ contact }: { contact: Contact }) {
  const { id, name } = contact;
  return (
    <RouteLink
      to="/contacts/$contactId"
      params={{ contactId: id }}
      search={true}
      size="sm"
      c="inherit"
      fw={550}
    >
      {name !== '' && (
        <Text span inherit truncate maw={280} display="block">
          <bdi>{name}</bdi>
        </Text>
      )}
      <Text span size={name === '' ? 'sm' : 'xs'} {...(name !== '' && { c: 'dimmed', fw: 400 })}>
        <LeftToRight>{shownAddress(contact)}</LeftToRight>
      </Text>
    </RouteLink>
  );
}

export function ContactPhoneRow({ contact }: { contact: Contact }) {
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <ContactLink contact={contact} />
        <ConsentBadge state={contact.consent.state} />
      </Group>
      <TagBadges tags={contact.tags} max={tagsShown} />
      {contact.last_seen_at && <MomentAgo at={contact.last_seen_at} />}
    </Stack>
  );
}
