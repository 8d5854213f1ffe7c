// One message as a chat shows it: on the phone, in a contact's conversation, and alone as a preview. The words have a direction
// of their own; the bubble keeps that of the page.

import type { ReactNode } from 'react';
import type { Act } from './bubble-actions.tsx';
import styles from './chat-bubble.module.css';
import { MessageBody, MessageOffers } from './message-content.tsx';
import type { ShownContent, ShownQuote } from './shown-content.ts';

interface ChatBubbleProps {
  content: ShownContent;
  /** Written by the one whose screen it is: it stands on their side. */
  isOwn: boolean;
  /** The writer's name, for readers who cannot see on which side the bubble stands. */
  writer?: string;
  /** The message that this one answers. */
  quote?: ShownQuote | undefined;
  /** Below the words: the time, ticks, a link. */
  foot?: ReactNode;
  /** Beside the bubble: what can be done with the message. */
  tools?: ReactNode;
  reactions?: string;
  isFailed?: boolean;
  /** The buttons of the message can be pressed. */
  onAct?: Act | undefined;
}

/** An item of a list of messages. */
export function ChatBubble(props: ChatBubbleProps) {
  const { content, isOwn, writer, quote, foot, tools, reactions, isFailed = false, onAct } = props;
  return (
    <li className={styles.row} data-own={isOwn || undefined} data-reacted={reactions ? true : undefined}>
      <div
        className={styles.bubble}
        data-failed={isFailed || undefined}
        data-bare={content.file?.kind === 'sticker' || undefined}
      >
        {writer && <span className="visually-hidden">{writer}</span>}
        {quote && <Quote quote={quote} />}
        <MessageBody content={content} />
        {foot && <div className={styles.foot}>{foot}</div>}
        <MessageOffers content={content} onAct={onAct} />
        {reactions && <span className={styles.reactions}>{reactions}</span>}
      </div>
      {tools}
    </li>
  );
}

export function Quote({ quote: { writer, text } }: { quote: ShownQuote }) {
  return (
    <blockquote className={styles.quote}>
      <bdi className={styles.quoteWriter}>{writer}</bdi>
      <span dir="auto" className={styles.quoteText}>
        {text}
      </span>
    </blockquote>
  );
}

/** A chat within a page, in the colours of the page. */
export function ChatList({ name, children }: { name?: string; children: ReactNode }) {
  return (
    <ol className={styles.chat} {...(name ? { 'aria-label': name } : {})}>
      {children}
    </ol>
  );
}

interface MessageBubbleProps {
  content: ShownContent;
  isOwn: boolean;
  quote?: ShownQuote | undefined;
  reactions?: string;
}

/** A single message, such as a preview. */
export function MessageBubble(props: MessageBubbleProps) {
  return (
    <ChatList>
      <ChatBubble {...props} />
    </ChatList>
  );
}
