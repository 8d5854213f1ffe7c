// One message on the phone. The phone is the person's: what they write is on their own side.

import { useTranslation } from 'react-i18next';
import { ChatBubble } from '../../parts/chat/chat-bubble.tsx';
import { Ticks } from '../../parts/chat/ticks.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import type { ChatMessage } from '../../queries/simulator.ts';

export function PhoneBubble({ message }: { message: ChatMessage }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const isOwn = message.direction === 'in';
  const isFailed = message.status === 'failed';
  return (
    <ChatBubble
      text={message.text}
      isOwn={isOwn}
      writer={t(isOwn ? 'phone_page.person_wrote' : 'phone_page.company_wrote')}
      isFailed={isFailed}
      reactions={message.reactions.map(({ emoji }) => emoji).join('')}
      foot={
        <>
          {isFailed && message.error_code !== null && <bdi>{message.error_code}</bdi>}
          <time dateTime={new Date(message.at).toISOString()}>{text.clock(new Date(message.at))}</time>
          <Ticks status={message.status} />
        </>
      }
    />
  );
}
