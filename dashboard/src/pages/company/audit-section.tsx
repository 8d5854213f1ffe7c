// Audit log: who changed what, when.

import type { AuditEntry } from '@hudhud/contract/audit.ts';
import { Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../parts/list/filter-bar.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { type RecordColumn, RecordTable } from '../../parts/list/record-table.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { useEventName } from '../../parts/state/event-name.ts';
import { languageName } from '../../parts/text/language-name.ts';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentAgo, MomentCell } from '../../parts/time/moment.tsx';
import { TimeRangeFilter } from '../../parts/time/time-range-filter.tsx';
import { auditActors, auditQuery } from '../../queries/audit.ts';
import { membersQuery } from '../../queries/members.ts';
import { type AuditWords, auditDetails, shownValue } from './audit-details.ts';
import type { AuditFilters } from './audit-filters.ts';

// Audit entries in the reader's words; the gateway's own for an action that this build does not know.

function useActionName(): (action: string) => string {
  const { t } = useTranslation();
  return (action) => {
    if (!i18next.exists(`audit_action.${action}`)) return action.replaceAll('_', ' ');
    const known = action as 'change_company';
    return t(`audit_action.${known}`);
  };
}

/** Fields and values of what was changed; the API's own words for those that this build does not know. */
function useAuditWords(): AuditWords {
  const { t, i18n } = useTranslation();
  const eventName = useEventName();
  const known = (key: string): string | undefined =>
    i18next.exists(key) ? t(key as 'audit_field.name') : undefined;
  return {
    comma: t('audit.comma'),
    field: (name) => known(`audit_field.${name}`) ?? name.replaceAll('_', ' '),
    value: (field, value) => {
      if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
      if (field === 'events') return eventName(value);
      if (field === 'language') return languageName(value, i18n.language);
      const group = groupsOfValues[field];
      return group && known(`${group}${value}`);
    },
  };
}

/** Where the names of a field's values are. */
const groupsOfValues: Readonly<Record<string, string>> = {
  role: 'shell.role_',
  role_before: 'shell.role_',
  plan: 'plan.',
  statuses: 'status.',
  scopes: 'token_scope.',
  window: 'profile.window_',
  window_mode: 'profile.window_',
};

function useActorName(): (actor: AuditEntry['actor']) => string {
  const { t } = useTranslation();
  return ({ kind, name }) => name ?? t(`audit_actor.${kind}`);
}

const route = getRouteApi('/app/companies/$companyId/edit/audit');

export function AuditSection() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(auditQuery({ ...filters }));
  const columns = useColumns();
  const isFiltered = Object.keys(filters).length > 0;
  const members = useQuery(membersQuery).data ?? [];
  const change = (changed: Partial<AuditFilters>) =>
    void navigate({ search: withoutUnset({ ...filters, ...changed }), replace: true });
  return (
    <>
      <FilterBar count={countFilters(filters)} onClear={() => void navigate({ search: {}, replace: true })}>
        <FilterSelect
          label={t('audit.person')}
          width={200}
          value={filters.user_id}
          choices={members.map(({ id }) => id)}
          nameOf={(id) => members.find((member) => member.id === id)?.name ?? id}
          onChange={(user_id) => change({ user_id, actor: undefined })}
        />
        <FilterSelect
          label={t('audit.kind')}
          value={filters.actor}
          choices={auditActors}
          nameOf={(kind) => t(`audit_actor.${kind}`)}
          onChange={(actor) => change({ actor, user_id: undefined })}
        />
        <TimeRangeFilter range={filters} onChange={change} />
      </FilterBar>
      <RecordTable
        name={t('section.audit')}
        query={query}
        columns={columns}
        phoneRow={(entry) => <PhoneRow entry={entry} />}
        onOpen={() => undefined}
        empty={
          <EmptyState
            icon={IconHistory}
            title={t(isFiltered ? 'list.no_match' : 'audit.empty')}
            hint={t(isFiltered ? 'list.no_match_hint' : 'audit.empty_hint')}
          />
        }
      />
    </>
  );
}

const countFilters = ({ user_id, actor, ...range }: AuditFilters): number =>
  [user_id, actor, Object.keys(range).length > 0 ? 'range' : undefined].filter(Boolean).length;

function useColumns(): RecordColumn<AuditEntry>[] {
  const { t } = useTranslation();
  const actorName = useActorName();
  return [
    { accessor: 'at', title: t('audit.when'), width: 150, render: ({ at }) => <MomentCell at={at} /> },
    {
      accessor: 'actor',
      title: t('audit.who'),
      width: 190,
      render: ({ actor }) => (
        <Text span size="sm">
          <bdi>{actorName(actor)}</bdi>
        </Text>
      ),
    },
    { accessor: 'action', title: t('audit.what'), render: (entry) => <What entry={entry} /> },
  ];
}

function What({ entry }: { entry: AuditEntry }) {
  const actionName = useActionName();
  const words = useAuditWords();
  // Old and new values say more than what was sent.
  const isShown = new Set(['fields', 'role_before', ...entry.changes.map(({ field }) => field)]);
  const data = Object.entries(entry.data).filter(
    ([name]) => entry.changes.length === 0 || !isShown.has(name),
  );
  const details = auditDetails(Object.fromEntries(data), words);
  return (
    <Stack gap={2}>
      <Text span size="sm" fw={550}>
        {actionName(entry.action)}
      </Text>
      {details !== '' && (
        <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <bdi>{details}</bdi>
        </Text>
      )}
      {entry.changes.map(({ field, before, after }) => (
        <Text key={field} span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {words.field(field)}: <bdi>{shownValue(field, before, words)}</bdi> <Arrow />{' '}
          <bdi>{shownValue(field, after, words)}</bdi>
        </Text>
      ))}
      {entry.target !== null && (
        <Text span size="xs" c="dimmed">
          <LeftToRight mono>{entry.target}</LeftToRight>
        </Text>
      )}
    </Stack>
  );
}

/** Points the way the sentence runs. */
function Arrow() {
  const { t } = useTranslation();
  return <span>{t('audit.becomes')}</span>;
}

function PhoneRow({ entry }: { entry: AuditEntry }) {
  const actorName = useActorName();
  return (
    <Stack gap={4}>
      <What entry={entry} />
      <Text size="xs" c="dimmed">
        <bdi>{actorName(entry.actor)}</bdi> · <MomentAgo at={entry.at} />
      </Text>
    </Stack>
  );
}
