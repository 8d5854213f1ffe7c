// The message as its reader will see it.

import { fillText } from '@hudhud/contract/placeholders.ts';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MessageBubble } from '../../parts/chat/message-bubble.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { type Draft, usedVariables } from './draft.ts';

export function MessagePreview({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const recipient = draft.to.trim() !== '' && (
    <Text size="sm" c="dimmed">
      <LeftToRight>{draft.to}</LeftToRight>
    </Text>
  );
  return (
    <Panel title={t('send.preview')} aside={recipient} mb="lg">
      {draft.message.trim() === '' ? (
        <Text size="sm" c="dimmed">
          {t('send.preview_empty')}
        </Text>
      ) : (
        <MessageBubble text={fillText(draft.message, usedVariables(draft)).text} isOwn />
      )}
    </Panel>
  );
}
