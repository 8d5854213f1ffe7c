// Where the person writes back. Enter sends, as in every chat.

import { ActionIcon, Textarea } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { writeAsPerson } from '../../queries/simulator.ts';
import styles from './chat-screen.module.css';

const quickReplies = ['yes', 'thanks', 'when'] as const;
const textCharactersMax = 4_096;

export function ReplyBar({ account, person }: { account: string; person: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const write = useMutation({ mutationFn: (words: string) => writeAsPerson(account, person, words) });
  const send = () => {
    if (text.trim() === '' || write.isPending) return;
    // The field is empty at once, as on a phone; what could not be sent comes back.
    setText('');
    write.mutate(text.trim(), { onError: () => setText(text) });
  };
  return (
    <div className={styles.reply}>
      {write.isError && <ErrorAlert error={write.error} />}
      <div className={styles.chips}>
        {quickReplies.map((reply) => (
          <button
            key={reply}
            type="button"
            className={styles.chip}
            onClick={() => write.mutate(t(`quick_reply.${reply}`))}
          >
            {t(`quick_reply.${reply}`)}
          </button>
        ))}
      </div>
      <form
        className={styles.write}
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
    </div>
  );
}
