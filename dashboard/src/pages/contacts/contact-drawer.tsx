// One person: who they are, what was written both ways, and whether they want messages.

import type { Contact } from '@hudhud/contract/contacts.ts';
import { Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { contactQuery } from '../../queries/contacts.ts';
import { ConsentBadge } from './consent-badge.tsx';
import { ConsentSection } from './consent-section.tsx';
import { ContactActions } from './contact-actions.tsx';
import { ContactFacts } from './contact-facts.tsx';
import { Conversation } from './conversation.tsx';
import { MergedContacts } from './merge/merged-contacts.tsx';
import { shownAddress } from './shown-address.ts';

const route = getRouteApi('/app/contacts/list/$contactId');

export function ContactDrawer() {
  const { t } = useTranslation();
  const { contactId } = route.useParams();
  const navigate = route.useNavigate();
  const query = useQuery(contactQuery(contactId));
  return (
    <DetailDrawer
      title={t('contact.title')}
      query={query}
      onClosed={() => void navigate({ to: '/contacts', search: true })}
    >
      {(contact) => <Details key={contact.id} contact={contact} />}
    </DetailDrawer>
  );
}

function Details({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" pb="xl">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={2} miw={0}>
          <Text size="lg" fw={600} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{contact.name || t('contact.no_name')}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            <LeftToRight>{shownAddress(contact)}</LeftToRight>
          </Text>
        </Stack>
        <ConsentBadge state={contact.consent.state} />
      </Group>
      <ContactActions contact={contact} />
      <Tabs defaultValue="facts" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="facts">{t('contact.facts')}</Tabs.Tab>
          <Tabs.Tab value="conversation">{t('contact.conversation')}</Tabs.Tab>
          <Tabs.Tab value="consent">{t('contact.consent')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="facts">
          <ContactFacts contact={contact} />
          <MergedContacts contact={contact} />
        </Tabs.Panel>
        <Tabs.Panel value="conversation">
          <Conversation contact={contact} />
        </Tabs.Panel>
        <Tabs.Panel value="consent">
          <ConsentSection contact={contact} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
