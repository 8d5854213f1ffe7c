// What was written to a person and by them, the newest at the bottom, each a way to its own story.

import type { Contact } from '@hudhud/contract/contacts.ts';
import type { Message } from '@hudhud/contract/messages.ts';
import { Button, Center, Skeleton, Stack } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChatBubble, ChatList } from '../../parts/chat/chat-bubble.tsx';
import { contentOfMessage } from '../../parts/chat/content-from-api.ts';
import { type ThreadEntry, threadOf } from '../../parts/chat/thread.ts';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { Moment } from '../../parts/time/moment.tsx';
import { refreshWhileNewest } from '../../queries/list-pages.ts';
import { messagesQuery } from '../../queries/messages.ts';
import { messagesOf } from './shown-address.ts';

export function Conversation({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery({
    ...messagesQuery(messagesOf(contact)),
    refetchInterval: ({ state }) => refreshWhileNewest(state.data),
  });
  if (query.isPending) return <Skeleton height={220} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const messages = query.data.pages.flatMap((page) => page.data).toReversed();
  if (messages.length === 0) {
    return (
      <EmptyState
        icon={IconMessageCircle}
        title={t('conversation.empty')}
        hint={t('conversation.empty_hint')}
      />
    );
  }
  return (
    <Stack gap="sm">
      {query.hasNextPage && (
        <Center>
          <Button
            variant="default"
            size="xs"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('action.load_older')}
          </Button>
        </Center>
      )}
      <ChatList name={t('contact.conversation')}>
        {threadOf(messages).map((entry) => (
          <Bubble key={entry.message.id} entry={entry} />
        ))}
      </ChatList>
    </Stack>
  );
}

function Bubble({ entry: { message, reactions, quoted } }: { entry: ThreadEntry }) {
  const { t } = useTranslation();
  const isOwn = message.direction === 'out';
  const writerOf = ({ direction }: Message) =>
    t(direction === 'out' ? 'conversation.you' : 'conversation.person');
  return (
    <ChatBubble
      content={contentOfMessage(message)}
      isOwn={isOwn}
      writer={writerOf(message)}
      quote={quoted && { writer: writerOf(quoted), text: quoted.message }}
      reactions={reactions}
      foot={
        <>
          <Moment at={message.created_at} />
          <RouteLink
            to="/messages/$messageId"
            params={{ messageId: message.id }}
            size="xs"
            c="inherit"
            underline="always"
          >
            {isOwn ? t(`status.${message.status}`) : t('conversation.open')}
          </RouteLink>
        </>
      }
    />
  );
}
