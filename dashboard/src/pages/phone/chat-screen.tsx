// The chat on the phone: the company above, the messages between, a place to write below. All that the person does goes one
// way: it is sent to the simulator, which calls the gateway as WhatsApp would.

import type { Sender } from '@hudhud/contract/senders.ts';
import { Loader } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import screen from '../../parts/chat/phone-screen.module.css';
import { PhoneHead } from '../../parts/chat/phone-screen.tsx';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { useMay } from '../../queries/account.ts';
import { type ChatMessage, chatQuery, type PersonMessage, writeAsPerson } from '../../queries/simulator.ts';
import styles from './chat-screen.module.css';
import { type PersonActions, PhoneBubble } from './phone-bubble.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { ReplyBar } from './reply-bar.tsx';

interface ChatScreenProps {
  sender: Sender;
  person: string;
  isTyping: boolean;
}

/** Set while the person chooses a place; with an id, it answers the message that asked for one. */
interface PlaceRequest {
  readonly contextId?: string;
}

export function ChatScreen({ sender, person, isTyping }: ChatScreenProps) {
  const { t } = useTranslation();
  const { account } = sender;
  const mayOperate = useMay('operator');
  const [answered, setAnswered] = useState<ChatMessage | null>(null);
  const [asked, setAsked] = useState<PlaceRequest | null>(null);
  const write = useMutation({
    mutationFn: (message: PersonMessage) => writeAsPerson(account, person, message),
  });
  const actions: PersonActions = {
    send: write.mutate,
    answer: setAnswered,
    sharePlace: (contextId) => setAsked({ contextId }),
  };
  const send = (message: PersonMessage, onError?: () => void) => {
    setAnswered(null);
    const context = answered ? { context_id: answered.id } : {};
    write.mutate({ ...context, ...message }, { onError: () => onError?.() });
  };
  return (
    <>
      <PhoneHead
        about={
          isTyping ? t('phone_page.typing') : <LeftToRight>{sender.phone_number ?? sender.name}</LeftToRight>
        }
      />
      <Messages account={account} waId={person.slice(1)} actions={mayOperate ? actions : null} />
      {mayOperate && (
        <ReplyBar
          answered={answered}
          error={write.error}
          onAnswerNothing={() => setAnswered(null)}
          onSend={send}
          onSharePlace={() => setAsked({})}
        />
      )}
      {asked && (
        <PlaceDialog
          onClose={() => setAsked(null)}
          onSend={(location) => {
            const context = asked.contextId === undefined ? {} : { context_id: asked.contextId };
            send({ type: 'location', location, ...context });
          }}
        />
      )}
    </>
  );
}

interface MessagesProps {
  account: string;
  waId: string;
  /** Null: the user may only look. */
  actions: PersonActions | null;
}

function Messages({ account, waId, actions }: MessagesProps) {
  const { t } = useTranslation();
  const query = useQuery(chatQuery(account, waId));
  const messages = query.data?.messages ?? [];
  const list = useNewestInSight(messages, waId);
  const byId = new Map(messages.map((message) => [message.id, message]));
  return (
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div className={screen.wall} ref={list} tabIndex={0} role="log" aria-label={t('phone_page.messages')}>
      {query.isPending && <Loader className={styles.middle as string} size="sm" color="gray" />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && messages.length === 0 && (
        <p className={screen.empty}>{t('phone_page.chat_empty')}</p>
      )}
      <ol className={screen.messages}>
        {messages.map((message, index) => (
          <WithDay key={message.id} message={message} before={messages[index - 1]}>
            <PhoneBubble
              account={account}
              message={message}
              quoted={byId.get(message.context_id ?? '')}
              actions={actions}
            />
          </WithDay>
        ))}
      </ol>
    </div>
  );
}

interface WithDayProps {
  message: ChatMessage;
  before: ChatMessage | undefined;
  children: ReactNode;
}

function WithDay({ message, before, children }: WithDayProps) {
  const text = useTimeText();
  const dayOf = (at: number) => text.day(new Date(at).toISOString());
  const isNewDay = before === undefined || dayOf(before.at) !== dayOf(message.at);
  return (
    <>
      {isNewDay && <li className={styles.day}>{dayOf(message.at)}</li>}
      {children}
    </>
  );
}

/** So near the end a reader counts as being there. */
const endPixels = 40;

/** Opens a chat at its end and follows new messages, as a phone does. */
function useNewestInSight(messages: readonly ChatMessage[], waId: string) {
  const list = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const newest = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat opens at its end, too
  useLayoutEffect(() => {
    isFollowing.current = true;
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [waId]);
  // Pictures load after their messages and make them taller: a reader at the end stays there, one who went up does, too.
  useEffect(() => {
    const wall = list.current;
    if (!wall?.lastElementChild) return;
    let before = wall.scrollTop;
    const notice = () => {
      if (wall.scrollTop < before) isFollowing.current = false;
      if (wall.scrollHeight - wall.scrollTop - wall.clientHeight < endPixels) isFollowing.current = true;
      before = wall.scrollTop;
    };
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) wall.scrollTop = wall.scrollHeight;
    });
    observer.observe(wall.lastElementChild);
    wall.addEventListener('scroll', notice, { passive: true });
    return () => {
      observer.disconnect();
      wall.removeEventListener('scroll', notice);
    };
  }, []);
  useEffect(() => {
    if (newest) list.current?.scrollTo({ top: list.current.scrollHeight, behavior: 'smooth' });
  }, [newest]);
  return list;
}
