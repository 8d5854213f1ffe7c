// Where the person writes back, or sends a file, a place or a contact. Enter sends, as in every chat.

import { ActionIcon, Text, Textarea } from '@mantine/core';
import { IconSend2, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Quote } from '../../parts/chat/chat-bubble.tsx';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import type { ChatMessage, PersonMessage } from '../../queries/simulator.ts';
import { AttachMenu } from './attach-menu.tsx';
import styles from './chat-screen.module.css';

const quickReplies = ['yes', 'thanks', 'when'] as const;
const textCharactersMax = 4_096;

interface ReplyBarProps {
  /** The message that the next one quotes. */
  answered: ChatMessage | null;
  error: Error | null;
  onAnswerNothing: () => void;
  onSend: (message: PersonMessage, onError?: () => void) => void;
  onSharePlace: () => void;
}

export function ReplyBar({ answered, error, onAnswerNothing, onSend, onSharePlace }: ReplyBarProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <div className={styles.reply}>
      {error && <ErrorAlert error={error} />}
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      {answered && (
        <div className={styles.answered}>
          <Quote
            quote={{
              writer: t(answered.direction === 'in' ? 'phone_page.person_wrote' : 'phone_page.company_wrote'),
              text: answered.text,
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('phone_page.quote_not')}
            onClick={onAnswerNothing}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      )}
      <div className={styles.chips}>
        {quickReplies.map((reply) => (
          <button
            key={reply}
            type="button"
            className={styles.chip}
            onClick={() => onSend({ type: 'text', text: t(`quick_reply.${reply}`) })}
          >
            {t(`quick_reply.${reply}`)}
          </button>
        ))}
      </div>
      <div className={styles.write}>
        <AttachMenu onSend={onSend} onSharePlace={onSharePlace} onProblem={setProblem} />
        <Writing onSend={onSend} />
      </div>
    </div>
  );
}

function Writing({ onSend }: Pick<ReplyBarProps, 'onSend'>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const send = () => {
    if (text.trim() === '') return;
    // The field is empty at once, as on a phone; what could not be sent comes back.
    setText('');
    onSend({ type: 'text', text: text.trim() }, () => setText(text));
  };
  return (
    <form
      className={styles.writing}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        className={styles.input as string}
        aria-label={t('phone_page.reply')}
        placeholder={t('phone_page.reply')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={textCharactersMax}
        {...ownDirection}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <ActionIcon type="submit" size={36} radius="xl" aria-label={t('phone_page.send_reply')}>
        <IconSend2 size={18} className="flip" />
      </ActionIcon>
    </form>
  );
}
