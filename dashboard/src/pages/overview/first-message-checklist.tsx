// From signing in to the first message, each step ticked off by what really happened.

import type { Message } from '@hudhud/contract/messages.ts';
import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasOpened } from '../../parts/form/first-steps.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { useMe } from '../../queries/me.ts';
import { useIsSimulated } from '../../queries/senders.ts';
import { curlLine } from './curl-line.ts';
import styles from './first-message-checklist.module.css';

// A line that sends a message from a terminal, with this gateway's address and this company's id filled in.

function CurlSample() {
  const { t } = useTranslation();
  const { company } = useMe();
  const { origin } = window.location;
  // Only the company's own systems know the token.
  const line = curlLine({
    origin,
    companyId: company.id,
    token: '$HUDHUD_TOKEN',
    text: t('checklist.sample'),
  });
  return (
    <Stack gap="xs" mt="xs" align="stretch">
      <CodeBlock title="curl" code={line} />
      <RouteLink to="/send" size="sm">
        {t('checklist.send_from_page')}
      </RouteLink>
    </Stack>
  );
}

/** Nothing is left to be led to. */
export const isChecklistDone = (messages: readonly Message[]): boolean =>
  messages.length > 0 && hasOpened('request') && hasOpened('message');

export function FirstMessageChecklist({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation();
  const message = messages[0];
  const isSimulated = useIsSimulated(message?.sender_id ?? null);
  const request = messages.find(({ request_id }) => request_id !== null)?.request_id;
  const steps = [true, message !== undefined, hasOpened('request'), hasOpened('message')];
  return (
    <Panel
      title={t('checklist.title')}
      aside={
        <Text size="sm" c="dimmed">
          {t('checklist.progress', { done: steps.filter(Boolean).length, total: steps.length })}
        </Text>
      }
    >
      <ol className={styles.steps}>
        <Step isDone title={t('checklist.sign_in')} hint={t('checklist.sign_in_hint')} />
        <Step
          isDone={message !== undefined}
          title={t('checklist.send_by_curl')}
          hint={t('checklist.send_by_curl_hint')}
        >
          <CurlSample />
        </Step>
        <Step
          isDone={hasOpened('request')}
          title={t('checklist.watch_request')}
          hint={t('checklist.watch_request_hint')}
        >
          {request && (
            <RouteLink to="/event-monitor/$requestId" params={{ requestId: request }} size="sm">
              {t('action.open_request')}
            </RouteLink>
          )}
        </Step>
        <Step
          isDone={hasOpened('message')}
          title={t('checklist.watch_message')}
          hint={t('checklist.watch_message_hint')}
        >
          {message && (
            <Group gap="md">
              <RouteLink to="/messages/$messageId" params={{ messageId: message.id }} size="sm">
                {t('action.open_message')}
              </RouteLink>
              {isSimulated && (
                <RouteLink to="/phone" search={{ person: message.phone_number }} size="sm">
                  {t('message.see_on_phone')}
                </RouteLink>
              )}
            </Group>
          )}
        </Step>
      </ol>
    </Panel>
  );
}

interface StepProps {
  isDone: boolean;
  title: string;
  hint: string;
  children?: ReactNode;
}

function Step({ isDone, title, hint, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.step}>
      <ThemeIcon
        size={22}
        radius="xl"
        variant={isDone ? 'filled' : 'default'}
        role="img"
        aria-label={isDone ? t('checklist.done') : t('checklist.to_do')}
      >
        {isDone && <IconCheck size={14} stroke={2.5} />}
      </ThemeIcon>
      <div className={styles.words}>
        <Text fw={550} size="sm">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        {children}
      </div>
    </li>
  );
}
