// One message on the phone. The phone is the person's: what they write is on their own side, and what the company sends can be
// pressed, answered and reacted to.

import { ActionIcon, Group, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ChatBubble } from '../../parts/chat/chat-bubble.tsx';
import { contentFromWire } from '../../parts/chat/content-from-wire.ts';
import type { ShownAction, ShownRow } from '../../parts/chat/shown-content.ts';
import { Ticks } from '../../parts/chat/ticks.tsx';
import { copyText } from '../../parts/text/copy-text.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import type { ChatMessage, PersonMessage } from '../../queries/simulator.ts';
import styles from './chat-screen.module.css';
import { answerTo } from './person-answers.ts';

export interface PersonActions {
  readonly send: (message: PersonMessage) => void;
  /** The next message quotes this one. */
  readonly answer: (message: ChatMessage) => void;
  /** A message asked where the person is. */
  readonly sharePlace: (contextId: string) => void;
}

interface PhoneBubbleProps {
  account: string;
  message: ChatMessage;
  quoted: ChatMessage | undefined;
  actions: PersonActions | null;
}

export function PhoneBubble({ account, message, quoted, actions }: PhoneBubbleProps) {
  const { t } = useTranslation();
  const isOwn = message.direction === 'in';
  const isFailed = message.status === 'failed';
  const content = contentFromWire(account, message);
  const writerOf = ({ direction }: ChatMessage) =>
    t(direction === 'in' ? 'phone_page.person_wrote' : 'phone_page.company_wrote');
  const act = (action: ShownAction, row?: ShownRow) => {
    if (action.kind === 'location') return actions?.sharePlace(message.id);
    if (action.kind === 'copy') return void copyText(action.code);
    const answer = answerTo(action, content, message.id, row);
    if (answer) actions?.send(answer);
  };
  return (
    <ChatBubble
      content={content}
      isOwn={isOwn}
      writer={writerOf(message)}
      quote={quoted && { writer: writerOf(quoted), text: quoted.text }}
      isFailed={isFailed}
      reactions={message.reactions.map(({ emoji }) => emoji).join('')}
      {...(actions && !isOwn && { onAct: act })}
      foot={<Foot message={message} />}
      tools={actions && !message.is_deleted && !isFailed && <Tools message={message} actions={actions} />}
    />
  );
}

function Foot({ message }: { message: ChatMessage }) {
  const { t } = useTranslation();
  const text = useTimeText();
  return (
    <>
      {message.status === 'failed' && message.error_code !== null && <bdi>{message.error_code}</bdi>}
      {message.is_edited && <span>{t('chat.edited')}</span>}
      <time dateTime={new Date(message.at).toISOString()}>{text.clock(new Date(message.at))}</time>
      {/* A phone shows ticks on what its person wrote, none on what it received. */}
      {(message.direction === 'in' || message.status === 'failed') && <Ticks status={message.status} />}
    </>
  );
}

const emojis = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

function Tools({ message, actions }: { message: ChatMessage; actions: PersonActions }) {
  const { t } = useTranslation();
  const isOwn = message.direction === 'in';
  const own = message.reactions.find(({ by }) => by === 'person')?.emoji;
  const react = (emoji: string) =>
    actions.send({
      type: 'reaction',
      reaction: { message_id: message.id, emoji: emoji === own ? '' : emoji },
    });
  return (
    <Menu position={isOwn ? 'bottom-end' : 'bottom-start'} withinPortal>
      <Menu.Target>
        <ActionIcon
          className={styles.tools as string}
          variant="subtle"
          color="gray"
          radius="xl"
          size={26}
          aria-label={t('phone_page.message_tools')}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Group gap={0} wrap="nowrap">
          {emojis.map((emoji) => (
            <Menu.Item
              key={emoji}
              px={8}
              aria-label={t(emoji === own ? 'phone_page.react_not' : 'phone_page.react', { emoji })}
              {...(emoji === own && { bg: 'var(--mantine-color-default-hover)' })}
              onClick={() => react(emoji)}
            >
              {emoji}
            </Menu.Item>
          ))}
        </Group>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconArrowBackUp size={16} className="flip" />}
          onClick={() => actions.answer(message)}
        >
          {t('phone_page.quote')}
        </Menu.Item>
        {isOwn && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => actions.send({ type: 'revoke', revoke: { original_message_id: message.id } })}
          >
            {t('phone_page.delete_message')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
