// Narrows the list of calls down. Every choice goes straight into the address.

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FilterMessageId } from '../../parts/list/filter-message-id.tsx';
import { FilterNamed } from '../../parts/list/filter-named.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { WebhookFilter } from '../../parts/list/filter-webhook.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { LogFilterBar } from '../../parts/log/log-filter-bar.tsx';
import { sendersQuery } from '../../queries/senders.ts';
import { attempts, type CallFilters, kinds, outcomes } from './call-filters.ts';

interface CallFilterBarProps {
  filters: CallFilters;
  onChange: (filters: CallFilters) => void;
}

export function CallFilterBar({ filters, onChange }: CallFilterBarProps) {
  const { t } = useTranslation();
  const set = (part: CallFilters) => onChange(withoutUnset({ ...filters, ...part }));
  return (
    <LogFilterBar filters={filters} textPlaceholder={t('log.text_calls')} onChange={onChange}>
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
      <FilterMessageId value={filters.message_id} onChange={(message_id) => set({ message_id })} />
    </LogFilterBar>
  );
}

interface SenderFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

function SenderFilter(props: SenderFilterProps) {
  const { t } = useTranslation();
  const { data: senders = [] } = useQuery(sendersQuery);
  return <FilterNamed label={t('message.sender')} things={senders} {...props} />;
}
