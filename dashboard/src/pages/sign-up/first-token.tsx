// A new company's id and token. The token is shown this once, with a line that sends the first message with it, and the page
// shows when that message has arrived. After a reload the token is gone, but not the next step.

import type { Message } from '@hudhud/contract/messages.ts';
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Door } from '../../parts/page/door.tsx';
import { HoopoeScene } from '../../parts/page/hoopoe-scene.tsx';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { firstMessageQuery } from '../../queries/messages.ts';
import { curlLine } from '../overview/curl-line.ts';

interface NewCompany {
  readonly id: string;
  readonly name: string;
}

interface FirstTokenProps {
  company: NewCompany;
  /** Null: the page was loaded again, and the token is nowhere any more. */
  token: string | null;
  onContinue: () => void;
}

const storageKey = 'hudhud.new-company';

/** The company that was made in this tab and not left yet. Its token is not kept: a secret does not belong into storage. */
export function keptCompany(): NewCompany | null {
  const kept = sessionStorage.getItem(storageKey);
  return kept === null ? null : (JSON.parse(kept) as NewCompany);
}

export function FirstToken({ company, token, onContinue }: FirstTokenProps) {
  const { t } = useTranslation();
  const { id, name } = company;
  useEffect(() => sessionStorage.setItem(storageKey, JSON.stringify({ id, name })), [id, name]);
  const { origin } = window.location;
  const shownToken = token ?? '$HUDHUD_TOKEN';
  const line = curlLine({ origin, companyId: id, token: shownToken, text: t('checklist.sample') });
  return (
    <Door
      isWide
      picture={<HoopoeScene scene="carrying" size={120} />}
      title={t('first_token.title', { company: name })}
      subtitle={t('first_token.subtitle')}
    >
      <Stack>
        <CodeBlock title={t('company.id')} code={id} />
        {token !== null && <CodeBlock title={t('first_token.token')} code={token} />}
        <Alert
          color="yellow"
          icon={<IconEyeOff />}
          title={t(token === null ? 'first_token.gone' : 'first_token.once')}
        >
          <Text size="sm">{t(token === null ? 'first_token.gone_hint' : 'first_token.once_hint')}</Text>
        </Alert>
        <Text size="sm">{t('first_token.try')}</Text>
        <CodeBlock title="curl" code={line} />
        <Arrival companyId={id} />
        <Button
          fullWidth
          onClick={() => {
            sessionStorage.removeItem(storageKey);
            onContinue();
          }}
        >
          {t('first_token.continue')}
        </Button>
      </Stack>
    </Door>
  );
}

/** Messages from before the page was opened, such as by the line in the terminal, are not new. */
function useNewMessage(companyId: string): Message | null {
  const { data } = useQuery(firstMessageQuery(companyId));
  const before = useRef<string | null | undefined>(undefined);
  if (data !== undefined && before.current === undefined) before.current = data?.id ?? null;
  return data && data.id !== before.current ? data : null;
}

function Arrival({ companyId }: { companyId: string }) {
  const { t } = useTranslation();
  const message = useNewMessage(companyId);
  if (message === null) {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" type="dots" />
        <Text size="sm" c="dimmed">
          {t('first_token.waiting')}
        </Text>
      </Group>
    );
  }
  return (
    <Alert
      className="appear"
      color="teal"
      role="status"
      icon={<IconCircleCheck />}
      title={t('first_token.arrived')}
    >
      <Text size="sm">{t('first_token.arrived_hint', { phone: `\u2066${message.phone_number}\u2069` })}</Text>
    </Alert>
  );
}
