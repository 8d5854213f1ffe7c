// The other end of the chat: write as the company, and see what Hudhud knows of each message while the phone shows it.

import type { Message } from '@hudhud/contract/messages.ts';
import type { Sender } from '@hudhud/contract/senders.ts';
import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { IconArrowDownLeft, IconArrowUpRight, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WindowClock } from '../../parts/chat/window-clock.tsx';
import { LazyTemplatePicker } from '../../parts/compose/template-fields.tsx';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { FailureTitle } from '../../parts/error/failure-alert.tsx';
import { newIdempotencyKey } from '../../parts/form/new-idempotency-key.ts';
import { ShortList, ShortListItem } from '../../parts/list/short-list.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { ViewerNote } from '../../parts/page/viewer-note.tsx';
import { MessageStatusBadge } from '../../parts/state/status-badge.tsx';
import {
  missingFields,
  noTemplate,
  type TemplateChoice,
  toRequest,
} from '../../parts/template/template-values.ts';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { useMay } from '../../queries/account.ts';
import { newestMessagesQuery, sendMessage } from '../../queries/messages.ts';

const rows = 6;
const refreshMilliseconds = 2_000;

export function CompanySide({ sender, person }: { sender: Sender; person: string }) {
  const { t } = useTranslation();
  const mayOperate = useMay('operator');
  return (
    <Stack gap="lg">
      <Panel title={t('phone_page.company_side')}>
        {mayOperate ? <WriteAsCompany sender={sender} person={person} /> : <ViewerNote />}
      </Panel>
      <Panel
        title={t('phone_page.behind')}
        aside={
          <RouteLink to="/messages" search={{ phone_number: person }} size="sm">
            {t('action.show_all')}
          </RouteLink>
        }
      >
        <Known person={person} />
      </Panel>
    </Stack>
  );
}

function WriteAsCompany({ sender, person }: { sender: Sender; person: string }) {
  const { t } = useTranslation();
  const [isTemplate, setIsTemplate] = useState(false);
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('phone_page.what')}
        value={isTemplate ? 'template' : 'text'}
        onChange={(value) => setIsTemplate(value === 'template')}
        data={[
          { value: 'text', label: t('phone_page.write_text') },
          { value: 'template', label: t('phone_page.write_template') },
        ]}
      />
      {isTemplate ? (
        <TemplateForm sender={sender} person={person} />
      ) : (
        <TextForm sender={sender} person={person} />
      )}
    </Stack>
  );
}

function TextForm({ sender, person }: { sender: Sender; person: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => t('phone_page.sample'));
  const send = useMutation(sendMessage);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        const body = { to: person, message: text.trim(), from: sender.id };
        send.mutate({ body, idempotencyKey: newIdempotencyKey() });
      }}
    >
      <Stack gap="sm">
        {send.isError && <ErrorAlert error={send.error} />}
        <WindowClock to={person} from={sender.id} />
        <Textarea
          aria-label={t('phone_page.company_text')}
          placeholder={t('phone_page.company_text')}
          autosize
          minRows={2}
          maxRows={6}
          {...ownDirection}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <SendButton isPending={send.isPending} isDisabled={text.trim() === ''} />
      </Stack>
    </form>
  );
}

function TemplateForm({ sender, person }: { sender: Sender; person: string }) {
  const [choice, setChoice] = useState<TemplateChoice>(noTemplate);
  const send = useMutation(sendMessage);
  const { template, values } = choice;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!template) return;
        const body = {
          to: person,
          from: sender.id,
          type: 'template',
          template: toRequest(template, values),
        } as const;
        send.mutate({ body, idempotencyKey: newIdempotencyKey() });
      }}
    >
      <Stack gap="sm">
        {send.isError && <ErrorAlert error={send.error} />}
        <LazyTemplatePicker choice={choice} errors={{}} senderId={sender.id} onChange={setChoice} />
        <SendButton
          isPending={send.isPending}
          isDisabled={!template || missingFields(template, values).length > 0}
        />
      </Stack>
    </form>
  );
}

function SendButton({ isPending, isDisabled }: { isPending: boolean; isDisabled: boolean }) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end">
      <Button
        type="submit"
        loading={isPending}
        disabled={isDisabled}
        leftSection={<IconSend size={16} className="flip" />}
      >
        {t('phone_page.send_as_company')}
      </Button>
    </Group>
  );
}

/** A message that WhatsApp refused never reaches the phone: here one sees it all the same, with the reason. */
function Known({ person }: { person: string }) {
  const { t } = useTranslation();
  const query = useQuery({
    ...newestMessagesQuery(rows, { phone_number: person }),
    refetchInterval: refreshMilliseconds,
  });
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  const messages = query.data?.data ?? [];
  if (messages.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('phone_page.behind_empty')}
      </Text>
    );
  }
  return (
    <ShortList isDense>
      {messages.map((message) => (
        <KnownMessage key={message.id} message={message} />
      ))}
    </ShortList>
  );
}

function KnownMessage({ message }: { message: Message }) {
  const { t } = useTranslation();
  const Arrow = message.direction === 'out' ? IconArrowUpRight : IconArrowDownLeft;
  return (
    <ShortListItem>
      <Arrow size={16} role="img" aria-label={t(`direction.${message.direction}`)} className="flip" />
      <Stack gap={0} flex={1} miw={0}>
        <RouteLink
          to="/messages/$messageId"
          params={{ messageId: message.id }}
          size="sm"
          c="inherit"
          truncate
          dir="auto"
          className="preview"
        >
          {message.message}
        </RouteLink>
        {message.failure && (
          <Text size="xs" c="dimmed">
            <FailureTitle failure={message.failure} />
          </Text>
        )}
      </Stack>
      <MessageStatusBadge status={message.status} />
    </ShortListItem>
  );
}
