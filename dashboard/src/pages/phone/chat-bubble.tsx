// One message on the phone. The phone is the person's: what they write is on their own side.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import type { ChatMessage } from '../../queries/simulator.ts';
import styles from './chat-bubble.module.css';
import { Ticks } from './ticks.tsx';

export function ChatBubble({ message }: { message: ChatMessage }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const isOwn = message.direction === 'in';
  return (
    <li className={styles.row} data-own={isOwn || undefined}>
      <div className={styles.bubble} data-failed={message.status === 'failed' || undefined}>
        <span className="visually-hidden">
          {t(isOwn ? 'phone_page.person_wrote' : 'phone_page.company_wrote')}
        </span>
        <div dir="auto" className={styles.text}>
          <Formatted text={message.text} />
        </div>
        <div className={styles.foot}>
          {message.status === 'failed' && message.error_code !== null && <bdi>{message.error_code}</bdi>}
          <time dateTime={new Date(message.at).toISOString()}>{text.clock(new Date(message.at))}</time>
          <Ticks status={message.status} />
        </div>
        {message.reactions.length > 0 && (
          <span className={styles.reactions}>{message.reactions.map(({ emoji }) => emoji).join('')}</span>
        )}
      </div>
    </li>
  );
}

const marks = /(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~)/;

/** WhatsApp's own marks: *bold*, _italic_ and ~struck out~. */
function Formatted({ text }: { text: string }): ReactNode {
  return text.split(marks).map((piece, index) => {
    const inside = piece.slice(1, -1);
    const key = `${index}${piece}`;
    if (!marks.test(piece)) return piece;
    if (piece.startsWith('*')) return <strong key={key}>{inside}</strong>;
    return piece.startsWith('_') ? <em key={key}>{inside}</em> : <s key={key}>{inside}</s>;
  });
}
