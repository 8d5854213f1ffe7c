// One message as a chat shows it: on the phone, in a contact's conversation, and alone as a preview. The words have a direction
// of their own; the bubble keeps that of the page.

import type { ReactNode } from 'react';
import styles from './chat-bubble.module.css';
import { FormattedText } from './formatted-text.tsx';

interface ChatBubbleProps {
  text: string;
  /** Written by the one whose screen it is: it stands on their side. */
  isOwn: boolean;
  /** Who wrote it, for those who cannot see on which side it stands. */
  writer?: string;
  /** Below the words: the time, ticks, a link. */
  foot?: ReactNode;
  reactions?: string;
  isFailed?: boolean;
}

/** An item of a list of messages. */
export function ChatBubble({ text, isOwn, writer, foot, reactions, isFailed = false }: ChatBubbleProps) {
  return (
    <li className={styles.row} data-own={isOwn || undefined}>
      <div className={styles.bubble} data-failed={isFailed || undefined}>
        {writer && <span className="visually-hidden">{writer}</span>}
        <div dir="auto" className={styles.text}>
          <FormattedText text={text} />
        </div>
        {foot && <div className={styles.foot}>{foot}</div>}
        {reactions && <span className={styles.reactions}>{reactions}</span>}
      </div>
    </li>
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

/** A single message, such as a preview. */
export function MessageBubble({ text, isOwn }: { text: string; isOwn: boolean }) {
  return (
    <ChatList>
      <ChatBubble text={text} isOwn={isOwn} />
    </ChatList>
  );
}
