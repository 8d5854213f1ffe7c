// The chat on the phone: the company above, the messages between, a place to write below.

import type { Sender } from '@hudhud/contract/senders.ts';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { HoopoeMark } from '../../parts/page/hoopoe-mark.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { useMay } from '../../queries/account.ts';
import { useMe } from '../../queries/me.ts';
import { type ChatMessage, chatQuery } from '../../queries/simulator.ts';
import { ChatBubble } from './chat-bubble.tsx';
import styles from './chat-screen.module.css';
import { ReplyBar } from './reply-bar.tsx';

interface ChatScreenProps {
  sender: Sender;
  person: string;
  isTyping: boolean;
}

export function ChatScreen({ sender, person, isTyping }: ChatScreenProps) {
  const mayOperate = useMay('operator');
  return (
    <>
      <ChatHead sender={sender} isTyping={isTyping} />
      <Messages account={sender.account} waId={person.slice(1)} />
      {mayOperate && <ReplyBar account={sender.account} person={person} />}
    </>
  );
}

function ChatHead({ sender, isTyping }: { sender: Sender; isTyping: boolean }) {
  const { t } = useTranslation();
  const { company } = useMe();
  return (
    <header className={styles.head}>
      <span className={styles.avatar}>
        <HoopoeMark size={34} />
      </span>
      <div className={styles.names}>
        <div className={styles.name}>
          <bdi>{company.name}</bdi>
        </div>
        <div className={styles.about}>
          {isTyping ? (
            t('phone_page.typing')
          ) : (
            <LeftToRight>{sender.phone_number ?? sender.name}</LeftToRight>
          )}
        </div>
      </div>
    </header>
  );
}

function Messages({ account, waId }: { account: string; waId: string }) {
  const { t } = useTranslation();
  const query = useQuery(chatQuery(account, waId));
  const messages = query.data?.messages ?? [];
  const list = useNewestInSight(messages, waId);
  return (
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div className={styles.wall} ref={list} tabIndex={0} role="log" aria-label={t('phone_page.messages')}>
      {query.isPending && <Loader className={styles.middle as string} size="sm" color="gray" />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && messages.length === 0 && (
        <p className={styles.empty}>{t('phone_page.chat_empty')}</p>
      )}
      <ol className={styles.messages}>
        {messages.map((message, index) => (
          <WithDay key={message.id} message={message} before={messages[index - 1]} />
        ))}
      </ol>
    </div>
  );
}

function WithDay({ message, before }: { message: ChatMessage; before: ChatMessage | undefined }) {
  const text = useTimeText();
  const dayOf = (at: number) => text.day(new Date(at).toISOString());
  const isNewDay = before === undefined || dayOf(before.at) !== dayOf(message.at);
  return (
    <>
      {isNewDay && <li className={styles.day}>{dayOf(message.at)}</li>}
      <ChatBubble message={message} />
    </>
  );
}

/** Opens a chat at its end and follows new messages, as a phone does. */
function useNewestInSight(messages: readonly ChatMessage[], waId: string) {
  const list = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat opens at its end, too
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [waId]);
  useEffect(() => {
    if (newest) list.current?.scrollTo({ top: list.current.scrollHeight, behavior: 'smooth' });
  }, [newest]);
  return list;
}
