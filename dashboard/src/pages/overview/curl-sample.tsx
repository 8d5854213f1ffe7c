// A line that sends a message from a terminal, with this gateway's address and this company's id filled in.

import { Button, Group, Stack } from '@mantine/core';
import { IconCheck, IconClipboard } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../parts/code-block.tsx';
import { useCopy } from '../../parts/copy-button.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { useMe } from '../../queries/me.ts';
import { readSession } from '../../session.ts';
import { curlLine } from './curl-line.ts';

export function CurlSample() {
  const { t } = useTranslation();
  const { company } = useMe();
  const { copy, isCopied } = useCopy();
  const session = readSession();
  const line = (token: string) =>
    curlLine({ origin: window.location.origin, companyId: company.id, token, text: t('checklist.sample') });
  return (
    <Stack gap="xs" mt="xs">
      <CodeBlock title="curl" code={line('$HUDHUD_TOKEN')} />
      <Group gap="sm">
        {session && (
          <Button
            variant="default"
            size="xs"
            leftSection={isCopied ? <IconCheck size={14} /> : <IconClipboard size={14} />}
            onClick={() => copy(line(session.token))}
          >
            {isCopied ? t('action.copied') : t('checklist.copy_with_token')}
          </Button>
        )}
        <RouteLink to="/send" size="sm">
          {t('checklist.send_from_page')}
        </RouteLink>
      </Group>
    </Stack>
  );
}
