// Whether a person wants messages, since when and from where, and everything they ever said about it.

import type { ConsentEntry, Contact } from '@hudhud/contract/contacts.ts';
import { Skeleton, Stack, Text, Timeline } from '@mantine/core';
import { IconBellOff, IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { MomentLine } from '../../parts/time/moment.tsx';
import { consentHistoryQuery } from '../../queries/contacts.ts';
import { useSourceName } from './source-name.ts';

export function ConsentSection({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text size="sm">{t(`consent_hint.${contact.consent.state}`)}</Text>
      <History contact={contact} />
    </Stack>
  );
}

function History({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const query = useQuery(consentHistoryQuery(contact.id));
  if (query.isPending) return <Skeleton height={120} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('consent_history.empty')}
      </Text>
    );
  }
  return (
    <Timeline
      active={query.data.length}
      bulletSize={26}
      lineWidth={2}
      color="gray"
      aria-label={t('consent_history.title')}
    >
      {query.data.map((entry) => (
        <Timeline.Item
          key={`${entry.at}${entry.state}`}
          bullet={entry.state === 'opted_out' ? <IconBellOff size={14} /> : <IconBellRinging size={14} />}
          title={t(`consent.${entry.state}`)}
        >
          <Entry entry={entry} />
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function Entry({ entry }: { entry: ConsentEntry }) {
  const { t } = useTranslation();
  const nameOf = useSourceName();
  return (
    <Stack gap={2}>
      <Text size="sm">
        <bdi>{nameOf(entry.source)}</bdi>
      </Text>
      <Text size="xs" c="dimmed">
        <MomentLine at={entry.at} />
      </Text>
      {entry.message_id && (
        <RouteLink to="/messages/$messageId" params={{ messageId: entry.message_id }} size="sm">
          {t('action.open_message')}
        </RouteLink>
      )}
    </Stack>
  );
}
