// A message on a phone while it is being written, as its reader will see it.

import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../time/use-time-text.ts';
import { ChatBubble } from './chat-bubble.tsx';
import { PhoneFrame } from './phone-frame.tsx';
import styles from './phone-preview.module.css';
import screen from './phone-screen.module.css';
import { PhoneHead } from './phone-screen.tsx';
import { isBlank, type ShownContent, type ShownQuote } from './shown-content.ts';

interface PhonePreviewProps {
  content: ShownContent;
  quote?: ShownQuote | undefined;
  /** Below the phone: whose it is. */
  note?: string;
}

export function PhonePreview({ content, quote, note }: PhonePreviewProps) {
  const { t } = useTranslation();
  const text = useTimeText();
  const now = useMemo(() => new Date(), []);
  return (
    <div className={styles.preview}>
      <PhoneFrame name={t('chat.preview')}>
        <PhoneHead />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <div className={screen.wall} tabIndex={0} role="log" aria-label={t('chat.preview_message')}>
          {isBlank(content) ? (
            <p className={screen.empty}>{t('send.preview_empty')}</p>
          ) : (
            <ul className={screen.messages}>
              <ChatBubble
                content={content}
                isOwn={false}
                quote={quote}
                foot={<time dateTime={now.toISOString()}>{text.clock(now)}</time>}
              />
            </ul>
          )}
        </div>
      </PhoneFrame>
      {note !== undefined && (
        <Text size="xs" c="dimmed" ta="center" mt="sm">
          {note}
        </Text>
      )}
    </div>
  );
}
