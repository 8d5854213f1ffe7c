// Narrows the contact list down and orders it. Every choice goes straight into the address.

import { MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../parts/list/filter-bar.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { FilterTextInput } from '../../parts/list/filter-text-input.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { tagsQuery } from '../../queries/contacts.ts';
import { segmentsQuery } from '../../queries/segments.ts';
import { storesQuery } from '../../queries/stores.ts';
import {
  type ContactFilters,
  consentNames,
  narrowing,
  sorts,
  tagFilterOf,
  tagsOf,
} from './contact-filters.ts';

interface ContactFilterBarProps {
  filters: ContactFilters;
  onChange: (filters: ContactFilters) => void;
}

export function ContactFilterBar({ filters, onChange }: ContactFilterBarProps) {
  const { t } = useTranslation();
  const set = (part: ContactFilters) => onChange(withoutUnset({ ...filters, ...part }));
  return (
    <FilterBar
      count={Object.keys(narrowing(filters)).length}
      onClear={() => onChange(withoutUnset({ sort: filters.sort }))}
    >
      <FilterTextInput
        label={t('contact_filter.search')}
        placeholder={t('contact_filter.search_placeholder')}
        w={{ base: '100%', sm: 180 }}
        {...ownDirection}
        value={filters.q ?? ''}
        onSettled={(q) => set({ q: q.trim() })}
      />
      <TagFilter value={filters.tag} onChange={(tag) => set({ tag })} />
      <FilterSelect
        label={t('contact.consent')}
        value={filters.consent}
        choices={consentNames}
        nameOf={(state) => t(`consent.${state}`)}
        onChange={(consent) => set({ consent })}
      />
      <SegmentFilter value={filters.segment_id} onChange={(segment_id) => set({ segment_id })} />
      <StoreFilter value={filters.store_id} onChange={(store_id) => set({ store_id })} />
      <Select
        label={t('contact_filter.sort')}
        w={{ base: '100%', sm: 150 }}
        allowDeselect={false}
        value={filters.sort ?? 'created'}
        onChange={(sort) => set({ sort: sorts.find((one) => one === sort && one !== 'created') })}
        data={sorts.map((sort) => ({ value: sort, label: t(`contact_sort.${sort}`) }))}
      />
    </FilterBar>
  );
}

interface OneFilterProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function TagFilter({ value, onChange }: OneFilterProps) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(tagsQuery);
  const chosen = tagsOf(value);
  return (
    <MultiSelect
      label={t('contact.tags')}
      w={{ base: '100%', sm: 180 }}
      searchable
      {...(chosen.length === 0 && { placeholder: t('filter.any') })}
      nothingFoundMessage={t('contact_filter.no_tag')}
      value={chosen}
      onChange={(tags) => onChange(tagFilterOf(tags))}
      data={[...new Set([...chosen, ...data.map(({ tag }) => tag)])]}
    />
  );
}

/** Hidden while there are no segments to choose from. */
function SegmentFilter({ value, onChange }: OneFilterProps) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(segmentsQuery);
  if (data.length === 0 && value === undefined) return null;
  return (
    <FilterSelect
      label={t('contact_filter.segment')}
      width={180}
      value={value}
      choices={data.map(({ id }) => id)}
      nameOf={(id) => data.find((segment) => segment.id === id)?.name ?? id}
      onChange={onChange}
    />
  );
}

/** A company begins with one store, which is no use as a filter. */
function StoreFilter({ value, onChange }: OneFilterProps) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(storesQuery);
  if (data.length < 2 && value === undefined) return null;
  return (
    <FilterSelect
      label={t('contact.store')}
      value={value}
      choices={data.map(({ id }) => id)}
      nameOf={(id) => data.find((store) => store.id === id)?.name ?? id}
      onChange={onChange}
    />
  );
}
