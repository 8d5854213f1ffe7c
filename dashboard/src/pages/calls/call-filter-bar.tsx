// Narrows the list of calls down. Every choice goes straight into the address.

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../parts/list/filter-bar.tsx';
import { FilterIdInput } from '../../parts/list/filter-id-input.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { FilterTextInput } from '../../parts/list/filter-text-input.tsx';
import { WebhookFilter } from '../../parts/list/filter-webhook.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { TimeRangeFilter } from '../../parts/time/time-range-filter.tsx';
import { sendersQuery } from '../../queries/senders.ts';
import { attempts, type CallFilters, kinds, outcomes } from './call-filters.ts';

interface CallFilterBarProps {
  filters: CallFilters;
  onChange: (filters: CallFilters) => void;
}

export function CallFilterBar({ filters, onChange }: CallFilterBarProps) {
  const { t } = useTranslation();
  const { time, since, until, ...rest } = filters;
  const range = { time, since, until };
  const set = (part: CallFilters) => onChange(withoutUnset({ ...filters, ...part }));
  return (
    <FilterBar count={Object.keys(filters).length} onClear={() => onChange({})}>
      <FilterSelect
        label={t('filter.kind')}
        value={filters.kind}
        choices={kinds}
        nameOf={(kind) => t(`call_kind.${kind}`)}
        onChange={(kind) => set({ kind })}
      />
      <FilterSelect
        label={t('filter.outcome')}
        value={filters.outcome}
        choices={outcomes}
        nameOf={(outcome) => t(`call_outcome.${outcome}`)}
        onChange={(outcome) => set({ outcome })}
      />
      <FilterSelect
        label={t('call.attempt')}
        value={filters.attempt}
        choices={attempts}
        nameOf={(attempt) => attempt}
        onChange={(attempt) => set({ attempt })}
      />
      <WebhookFilter value={filters.webhook_id} onChange={(webhook_id) => set({ webhook_id })} />
      <SenderFilter value={filters.sender_id} onChange={(sender_id) => set({ sender_id })} />
      <FilterIdInput
        label={t('filter.message_id')}
        prefix="msg"
        value={filters.message_id}
        onChange={(message_id) => set({ message_id })}
      />
      <FilterTextInput
        label={t('request_search.text')}
        placeholder={t('log.text_calls')}
        w={{ base: '100%', sm: 190 }}
        maxLength={200}
        value={filters.text ?? ''}
        onSettled={(text) => set({ text: text.trim() })}
      />
      <TimeRangeFilter range={range} onChange={(next) => onChange(withoutUnset({ ...rest, ...next }))} />
    </FilterBar>
  );
}

interface SenderFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Most companies have one sender: then there is nothing to choose. */
function SenderFilter({ value, onChange }: SenderFilterProps) {
  const { t } = useTranslation();
  const senders = useQuery(sendersQuery).data ?? [];
  if (senders.length < 2 && value === undefined) return null;
  const names = new Map(senders.map(({ id, name }) => [id, name]));
  // A sender from a link may be gone by now.
  if (value !== undefined && !names.has(value)) names.set(value, value);
  return (
    <FilterSelect
      label={t('message.sender')}
      value={value}
      choices={[...names.keys()]}
      nameOf={(id) => names.get(id) ?? id}
      onChange={onChange}
    />
  );
}
