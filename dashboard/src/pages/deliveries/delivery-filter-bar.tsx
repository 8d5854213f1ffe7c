// Narrows the list of deliveries down. Every choice goes straight into the address.

import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../parts/list/filter-bar.tsx';
import { FilterIdInput } from '../../parts/list/filter-id-input.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { FilterTextInput } from '../../parts/list/filter-text-input.tsx';
import { WebhookFilter } from '../../parts/list/filter-webhook.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { allEvents } from '../../parts/state/event-types.ts';
import { deliveryStates } from '../../parts/state/states.ts';
import { TimeRangeFilter } from '../../parts/time/time-range-filter.tsx';
import type { DeliveryFilters } from './delivery-filters.ts';

interface DeliveryFilterBarProps {
  filters: DeliveryFilters;
  onChange: (filters: DeliveryFilters) => void;
}

export function DeliveryFilterBar({ filters, onChange }: DeliveryFilterBarProps) {
  const { t } = useTranslation();
  const { time, since, until, ...rest } = filters;
  const range = { time, since, until };
  const set = (part: DeliveryFilters) => onChange(withoutUnset({ ...filters, ...part }));
  return (
    <FilterBar count={Object.keys(filters).length} onClear={() => onChange({})}>
      <FilterSelect
        label={t('filter.state')}
        value={filters.state}
        choices={deliveryStates}
        nameOf={(state) => t(`delivery_state.${state}`)}
        onChange={(state) => set({ state })}
      />
      <FilterSelect
        label={t('filter.event')}
        width={190}
        value={filters.event}
        choices={allEvents}
        nameOf={(event) => t(`event.${event}`)}
        onChange={(event) => set({ event })}
      />
      <WebhookFilter value={filters.webhook_id} onChange={(webhook_id) => set({ webhook_id })} />
      <FilterIdInput
        label={t('filter.message_id')}
        prefix="msg"
        value={filters.message_id}
        onChange={(message_id) => set({ message_id })}
      />
      <FilterTextInput
        label={t('request_search.text')}
        placeholder={t('log.text_deliveries')}
        w={{ base: '100%', sm: 190 }}
        maxLength={200}
        value={filters.text ?? ''}
        onSettled={(text) => set({ text: text.trim() })}
      />
      <TimeRangeFilter range={range} onChange={(next) => onChange(withoutUnset({ ...rest, ...next }))} />
    </FilterBar>
  );
}
