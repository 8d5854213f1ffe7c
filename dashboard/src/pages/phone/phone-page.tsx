// The demo: a phone on the screen. Messages arrive on it as on a real one, and what is typed there comes in.

import type { Sender } from '@hudhud/contract/senders.ts';
import { Alert, Badge, Grid, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDeviceMobileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PhoneFrame } from '../../parts/chat/phone-frame.tsx';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteButton, SmallRouteButton } from '../../parts/page/route-link.tsx';
import { sendersQuery } from '../../queries/senders.ts';
import { chatQuery, chatsQuery, magicNumbersQuery } from '../../queries/simulator.ts';
import { ChatScreen } from './chat-screen.tsx';
import { CompanySide } from './company-side.tsx';
import { MagicPeople, useMagicText } from './magic-people.tsx';
import { PeopleList } from './people-list.tsx';
import { useLiveChats } from './use-live-chats.ts';

const route = getRouteApi('/app/phone');
const samplePerson = '+966501234567';

export function PhonePage() {
  const { t } = useTranslation();
  const query = useQuery({ ...sendersQuery, refetchInterval: 10_000 });
  const { sender: chosen } = route.useSearch();
  const simulated = query.data?.filter(({ is_simulated }) => is_simulated) ?? [];
  const sender =
    simulated.find(({ id }) => id === chosen) ??
    simulated.find(({ is_default }) => is_default) ??
    simulated[0];
  return (
    <>
      <PageHeader title={t('nav.phone')} subtitle={t('phone_page.subtitle')}>
        {sender && simulated.length > 1 && <SenderChoice senders={simulated} sender={sender} />}
      </PageHeader>
      {query.isPending && <Skeleton height={520} />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && !sender && <NoSimulatedSender />}
      {sender && <Phone key={sender.id} sender={sender} />}
    </>
  );
}

function SenderChoice({ senders, sender }: { senders: Sender[]; sender: Sender }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  return (
    <Select
      aria-label={t('message.sender')}
      allowDeselect={false}
      value={sender.id}
      onChange={(id) => void navigate({ search: (before) => ({ ...before, sender: id ?? undefined }) })}
      data={senders.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function NoSimulatedSender() {
  const { t } = useTranslation();
  return (
    <Panel>
      <EmptyState
        icon={IconDeviceMobileOff}
        title={t('phone_page.no_sender')}
        hint={t('phone_page.no_sender_hint')}
      >
        <RouteButton to="/senders/new" search={{ simulated: 'yes' }} mt="xs">
          {t('phone_page.add_simulated')}
        </RouteButton>
      </EmptyState>
    </Panel>
  );
}

/** The person in the address, else the one in the newest chat, else a person to begin with. */
function usePerson(account: string): [string, (person: string) => void] {
  const { person } = route.useSearch();
  const navigate = route.useNavigate();
  const newest = useQuery(chatsQuery(account)).data?.[0]?.wa_id;
  const choose = (chosen: string) =>
    void navigate({ search: (before) => ({ ...before, person: chosen }), resetScroll: false });
  return [person ?? (newest ? `+${newest}` : samplePerson), choose];
}

function Phone({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  const [person, choose] = usePerson(sender.account);
  const { isLive, typingTo } = useLiveChats(sender.account);
  const name = useQuery(chatQuery(sender.account, person.slice(1))).data?.person.name ?? person;
  return (
    <Stack gap="lg">
      {sender.state !== 'connected' && <SenderTrouble sender={sender} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, sm: 6, lg: 3.4 }} order={{ base: 2, lg: 1 }}>
          <PeopleList account={sender.account} person={person} onChoose={choose} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4.8 }} order={{ base: 1, lg: 2 }}>
          <Group justify="center" gap="xs" mb="sm">
            <Text fw={600}>
              <bdi>{t('phone_page.phone_of', { name: `\u2068${name}\u2069` })}</bdi>
            </Text>
            <Badge variant="dot" color={isLive ? 'teal' : 'gray'} tt="none" fw={500} role="status">
              {isLive ? t('phone_page.live') : t('phone_page.connecting')}
            </Badge>
          </Group>
          <PhoneFrame name={t('phone_page.phone_of', { name })}>
            <ChatScreen sender={sender} person={person} isTyping={typingTo === person.slice(1)} />
          </PhoneFrame>
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6, lg: 3.8 }} order={{ base: 2, lg: 3 }}>
          <Stack gap="lg">
            <MagicNotice person={person} />
            <CompanySide sender={sender} person={person} />
          </Stack>
        </Grid.Col>
      </Grid>
      <MagicPeople person={person} onChoose={choose} />
    </Stack>
  );
}

function MagicNotice({ person }: { person: string }) {
  const textOf = useMagicText();
  const magic = useQuery(magicNumbersQuery).data?.find(({ number }) => number === person);
  if (!magic) return null;
  const { title, happens } = textOf(magic);
  return (
    <Alert color="yellow" icon={<IconAlertTriangle />} title={title}>
      {happens}
    </Alert>
  );
}

function SenderTrouble({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" icon={<IconAlertTriangle />} title={t(`sender_state_hint.${sender.state}`)}>
      <SmallRouteButton to="/senders/$senderId" params={{ senderId: sender.id }} mt="xs">
        {t('phone_page.open_sender')}
      </SmallRouteButton>
    </Alert>
  );
}
