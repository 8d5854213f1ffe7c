// Narrows the people of a campaign down. Every choice goes straight into the address.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../parts/list/filter-bar.tsx';
import { FilterPhoneInput } from '../../../parts/list/filter-phone-input.tsx';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { withoutUnset } from '../../../parts/list/search-filters.ts';
import { campaignStatisticsQuery, type RecipientFilters } from '../../../queries/campaigns.ts';
import { phoneNumberFilter } from '../../messages/message-filters.ts';
import { recipientStates } from '../campaign-filters.ts';
import { useReasonText } from '../reason-words.tsx';
import { usualPeriod } from './moments.ts';

interface RecipientFilterBarProps {
  campaign: Campaign;
  filters: RecipientFilters;
  onChange: (filters: RecipientFilters) => void;
}

export function RecipientFilterBar({ campaign, filters, onChange }: RecipientFilterBarProps) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  const { data } = useQuery(campaignStatisticsQuery(campaign, usualPeriod(campaign, new Date())));
  const known = data?.reasons ?? [];
  const set = (part: RecipientFilters) => onChange(withoutUnset({ ...filters, ...part }));
  return (
    <FilterBar count={Object.keys(filters).length} onClear={() => onChange({})}>
      <FilterPhoneInput
        value={filters.phone_number}
        onSettled={(text) => set({ phone_number: phoneNumberFilter(text) })}
      />
      <FilterSelect
        label={t('filter.state')}
        value={filters.state}
        choices={recipientStates}
        nameOf={(state) => t(`recipient_state.${state}`)}
        onChange={(state) => set({ state, reason: undefined })}
      />
      <FilterSelect
        label={t('recipients.reason')}
        width={280}
        value={filters.reason}
        choices={[
          ...new Set([...known.map(({ reason }) => reason), ...(filters.reason ? [filters.reason] : [])]),
        ]}
        nameOf={(reason) =>
          reasonText({ reason, error: known.find((one) => one.reason === reason)?.error ?? null })
        }
        onChange={(reason) => set({ reason })}
      />
    </FilterBar>
  );
}
