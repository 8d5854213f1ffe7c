// The message as its reader will see it.

import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../../parts/left-to-right.tsx';
import { MessageBubble } from '../../parts/message-bubble.tsx';
import { Panel } from '../../parts/panel.tsx';

export function MessagePreview({ text, to }: { text: string; to: string }) {
  const { t } = useTranslation();
  const recipient = to.trim() !== '' && (
    <Text size="sm" c="dimmed">
      <LeftToRight>{to}</LeftToRight>
    </Text>
  );
  return (
    <Panel title={t('send.preview')} aside={recipient} mb="lg">
      {text.trim() === '' ? (
        <Group>
          <Text size="sm" c="dimmed">
            {t('send.preview_empty')}
          </Text>
        </Group>
      ) : (
        <MessageBubble text={text} isOwn />
      )}
    </Panel>
  );
}
