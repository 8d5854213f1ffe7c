// The message on a phone, as its reader will see it.

import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HoopoeMark } from '../../parts/page/hoopoe-mark.tsx';
import { useMe } from '../../queries/me.ts';
import type { ChatMessage } from '../../queries/simulator.ts';
import { ChatBubble } from '../phone/chat-bubble.tsx';
import screen from '../phone/chat-screen.module.css';
import { PhoneFrame } from '../phone/phone-frame.tsx';
import styles from './phone-preview.module.css';

interface PhonePreviewProps {
  text: string;
  /** Whose phone it is; left out: nobody's in particular. */
  person?: string;
}

export function PhonePreview({ text, person }: PhonePreviewProps) {
  const { t } = useTranslation();
  const { company } = useMe();
  const at = useMemo(() => Date.now(), []);
  const message: ChatMessage = {
    id: 'preview',
    direction: 'out',
    type: 'text',
    text,
    at,
    status: 'delivered',
    error_code: null,
    reactions: [],
  };
  return (
    <div className={styles.preview}>
      <PhoneFrame name={t('campaign_preview.title')}>
        <header className={screen.head}>
          <span className={screen.avatar}>
            <HoopoeMark size={34} />
          </span>
          <div className={screen.names}>
            <div className={screen.name}>
              <bdi>{company.name}</bdi>
            </div>
          </div>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <div className={screen.wall} tabIndex={0} role="log" aria-label={t('campaign_preview.message')}>
          {text.trim() === '' ? (
            <p className={screen.empty}>{t('send.preview_empty')}</p>
          ) : (
            <ul className={screen.messages}>
              <ChatBubble message={message} />
            </ul>
          )}
        </div>
      </PhoneFrame>
      <Text size="xs" c="dimmed" ta="center" mt="sm">
        {person === undefined ? t('campaign_preview.nobody') : t('campaign_preview.person', { person })}
      </Text>
    </div>
  );
}
