// The inputs of one condition, by its kind.

import { MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ownDirection } from '../../../parts/text/own-direction.ts';
import { DateTimeInput } from '../../../parts/time/date-time-input.tsx';
import { useMe } from '../../../queries/me.ts';
import { storesQuery } from '../../../queries/stores.ts';
import { consentNames } from '../contact-filters.ts';
import { languageOptions } from '../languages.ts';
import { ContactTagsInput } from '../tags-input.tsx';
import type { Condition } from './conditions.ts';
import { FieldConditionInputs } from './field-condition-inputs.tsx';

interface ConditionInputsProps {
  condition: Condition;
  error: ReactNode;
  onChange: (condition: Condition) => void;
}

export function ConditionInputs({ condition, error, onChange }: ConditionInputsProps) {
  const { t } = useTranslation();
  const { timezone } = useMe().company;
  switch (condition.kind) {
    case 'tags_any':
    case 'tags_all':
    case 'tags_none':
      return (
        <ContactTagsInput
          label={null}
          aria-label={t('contact.tags')}
          value={[...condition.values]}
          error={error}
          onChange={(values) => onChange({ ...condition, values })}
        />
      );
    case 'field':
      return <FieldConditionInputs condition={condition} error={error} onChange={onChange} />;
    case 'search':
      return (
        <TextInput
          aria-label={t('condition.search')}
          placeholder={t('contact_filter.search_placeholder')}
          maxLength={200}
          {...ownDirection}
          value={condition.text}
          error={error}
          onChange={(event) => onChange({ ...condition, text: event.currentTarget.value })}
        />
      );
    case 'seen_within_days':
    case 'not_seen_within_days':
      return (
        <TextInput
          type="number"
          min={1}
          max={3_650}
          label={t('segment_form.days')}
          w={160}
          value={condition.days}
          error={error}
          onChange={(event) => onChange({ ...condition, days: event.currentTarget.value })}
        />
      );
    case 'seen_after':
    case 'seen_before':
    case 'created_after':
    case 'created_before':
      return (
        <DateTimeInput
          label={t('segment_form.at')}
          description={t('filter.zone', { zone: timezone })}
          w={240}
          value={condition.at}
          error={error}
          onChange={(at) => onChange({ ...condition, at })}
        />
      );
    default:
      return <ChoiceInputs condition={condition} error={error} onChange={onChange} />;
  }
}

type ChoiceCondition = Extract<Condition, { kind: 'consent' | 'languages' | 'store_ids' }>;

function ChoiceInputs({ condition, error, onChange }: ConditionInputsProps & { condition: ChoiceCondition }) {
  const { t, i18n } = useTranslation();
  const stores = useQuery(storesQuery).data ?? [];
  const data = {
    consent: consentNames.map((state) => ({ value: state as string, label: t(`consent.${state}`) })),
    languages: languageOptions(i18n.language, condition.values),
    store_ids: stores.map(({ id, name }) => ({ value: id, label: name })),
  };
  return (
    <MultiSelect
      aria-label={t(`condition.${condition.kind}`)}
      searchable={condition.kind !== 'consent'}
      {...(condition.values.length === 0 && { placeholder: t('segment_form.one_or_more') })}
      data={data[condition.kind]}
      value={[...condition.values]}
      error={error}
      onChange={(values) => onChange({ ...condition, values })}
    />
  );
}
