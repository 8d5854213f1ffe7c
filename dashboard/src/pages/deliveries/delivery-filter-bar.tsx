// Narrows the list of deliveries down. Every choice goes straight into the address.

import { deliveryStates } from '@hudhud/contract/states.ts';
import { useTranslation } from 'react-i18next';
import { FilterMessageId } from '../../parts/list/filter-message-id.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { WebhookFilter } from '../../parts/list/filter-webhook.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { LogFilterBar } from '../../parts/log/log-filter-bar.tsx';
import { allEvents } from '../../parts/state/event-types.ts';
import type { DeliveryFilters } from './delivery-filters.ts';

interface DeliveryFilterBarProps {
  filters: DeliveryFilters;
  onChange: (filters: DeliveryFilters) => void;
}

export function DeliveryFilterBar({ filters, onChange }: DeliveryFilterBarProps) {
  const { t } = useTranslation();
  const set = (part: DeliveryFilters) => onChange(withoutUnset({ ...filters, ...part }));
  return (
    <LogFilterBar filters={filters} textPlaceholder={t('log.text_deliveries')} onChange={onChange}>
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
      <FilterMessageId value={filters.message_id} onChange={(message_id) => set({ message_id })} />
    </LogFilterBar>
  );
}
