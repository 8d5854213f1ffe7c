// The message as its reader will see it.

import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PhonePreview } from '../../parts/chat/phone-preview.tsx';
import type { ShownQuote } from '../../parts/chat/shown-content.ts';
import { previewContent } from '../../parts/compose/preview-content.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { messageQuery } from '../../queries/messages.ts';
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
      <PhonePreview content={previewContent(draft, usedVariables(draft))} quote={useQuoted(draft)} />
    </Panel>
  );
}

/** The quoted message, as far as it is ours and known. */
function useQuoted({ type, reply_to }: Draft): ShownQuote | undefined {
  const { t } = useTranslation();
  const id = /^msg_\w{10,}$/.test(reply_to.trim()) && type !== 'reaction' ? reply_to.trim() : '';
  const quoted = useQuery({ ...messageQuery(id), enabled: id !== '' }).data;
  if (!quoted) return undefined;
  const writer = quoted.direction === 'out' ? t('phone_page.company_wrote') : t('phone_page.person_wrote');
  return { writer, text: quoted.message };
}
