// A template as its reader sees it, in the same bubble as any message, for pages that have no phone around it.

import type { RenderedTemplate } from '@hudhud/contract/template-rendering.ts';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChatList, MessageBubble } from '../chat/chat-bubble.tsx';
import { contentFromApi } from '../chat/content-from-api.ts';

export function TemplatePreview({ rendered }: { rendered: RenderedTemplate }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('template_preview.title')}>
      {rendered.body === '' && rendered.header === null ? (
        <ChatList>
          <Text component="li" size="sm">
            {t('template_preview.empty')}
          </Text>
        </ChatList>
      ) : (
        <MessageBubble content={contentFromApi({ template: { rendered } })} isOwn={false} />
      )}
    </section>
  );
}
