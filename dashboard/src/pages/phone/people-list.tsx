// Chooses the phone to look at: that of a person who is in a chat already, or any number.

import { Avatar, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../parts/page/panel.tsx';
import { checkPhoneNumber, tidyPhoneNumber } from '../../parts/text/phone-number.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { type ChatSummary, chatsQuery } from '../../queries/simulator.ts';
import styles from './people-list.module.css';

/** A campaign writes to thousands; no user scrolls through them. */
const shownMax = 100;

interface PeopleListProps {
  account: string;
  person: string;
  onChoose: (person: string) => void;
}

export function PeopleList({ account, person, onChoose }: PeopleListProps) {
  const { t } = useTranslation();
  const query = useQuery(chatsQuery(account));
  return (
    <Panel title={t('phone_page.people')}>
      <Stack gap="sm">
        <NumberForm onChoose={onChoose} />
        {query.isPending && <Skeleton height={60} />}
        <Stack gap={2} className={styles.list}>
          {query.data?.slice(0, shownMax).map((chat) => (
            <Person
              key={chat.wa_id}
              chat={chat}
              isChosen={`+${chat.wa_id}` === person}
              onChoose={() => onChoose(`+${chat.wa_id}`)}
            />
          ))}
        </Stack>
        {query.data && query.data.length > shownMax && (
          <Text size="xs" c="dimmed">
            {t('phone_page.people_newest', { max: shownMax })}
          </Text>
        )}
        {query.data?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('phone_page.people_empty')}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function NumberForm({ onChoose }: { onChoose: (person: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const problem = checkPhoneNumber(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(problem !== null);
    if (problem !== null) return;
    onChoose(tidyPhoneNumber(text));
    setText('');
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          type="tel"
          flex={1}
          dir="ltr"
          aria-label={t('phone_page.other_number')}
          placeholder="+966501234567"
          value={text}
          error={isTried && problem && t(`phone.${problem}`)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" px="sm" aria-label={t('phone_page.open_number')}>
          <IconPlus size={16} />
        </Button>
      </Group>
    </form>
  );
}

interface PersonProps {
  chat: ChatSummary;
  isChosen: boolean;
  onChoose: () => void;
}

function Person({ chat, isChosen, onChoose }: PersonProps) {
  const text = useTimeText();
  const at = new Date(chat.newest.at).toISOString();
  return (
    <button type="button" className={styles.person} aria-pressed={isChosen} onClick={onChoose}>
      <Avatar name={chat.name} color="cinnamon" radius="xl" size={36} aria-hidden />
      <span className={styles.words}>
        <span className={styles.top}>
          <bdi className={styles.name}>{chat.name}</bdi>
          <time dateTime={at} title={text.absolute(at)} className={styles.time}>
            {text.clock(new Date(at))}
          </time>
        </span>
        <span className={styles.bottom} dir="auto">
          {chat.newest.text}
        </span>
        <bdi dir="ltr" className={styles.number}>
          +{chat.wa_id}
        </bdi>
      </span>
    </button>
  );
}
