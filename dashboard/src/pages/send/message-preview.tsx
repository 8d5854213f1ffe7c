// The message as its reader will see it.

import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../../parts/left-to-right.tsx';
import { MessageBubble } from '../../parts/message-bubble.tsx';
import { Panel } from '../../parts/panel.tsx';
import { type Draft, usedVariables } from './draft.ts';
import { fillPlaceholders } from './placeholders.ts';

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
        <MessageBubble text={fillPlaceholders(draft.message, usedVariables(draft))} isOwn />
      )}
    </Panel>
  );
}
