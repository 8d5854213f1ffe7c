// A condition on one of the company's own fields: which, how it is compared, and with what.

import { Group, Select, Stack, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../parts/page/route-link.tsx';
import { fieldsQuery } from '../../../queries/contacts.ts';
import { OwnFieldInput } from '../own-field-inputs.tsx';
import { type Condition, needsNoValue, operatorsOf } from './conditions.ts';

type FieldCondition = Extract<Condition, { kind: 'field' }>;

interface FieldConditionInputsProps {
  condition: FieldCondition;
  error: ReactNode;
  onChange: (condition: Condition) => void;
}

export function FieldConditionInputs({ condition, error, onChange }: FieldConditionInputsProps) {
  const { t } = useTranslation();
  const { data: fields = [], isSuccess } = useQuery(fieldsQuery);
  const field = fields.find(({ name }) => name === condition.name);
  const operators = operatorsOf(field);
  if (isSuccess && fields.length === 0) {
    return (
      <Text size="sm">
        {t('segment_form.no_fields')}{' '}
        <RouteLink to="/contacts/fields" size="sm">
          {t('contact_field.add')}
        </RouteLink>
      </Text>
    );
  }
  const choose = (name: string | null) => {
    const allowed = operatorsOf(fields.find((one) => one.name === name));
    const operator = allowed.includes(condition.operator) ? condition.operator : 'equals';
    onChange({ ...condition, name: name ?? '', operator, value: '', values: [] });
  };
  return (
    <Stack gap="xs">
      <Group gap="xs" grow>
        <Select
          aria-label={t('segment_form.field')}
          placeholder={t('segment_form.field')}
          searchable
          data={fields.map(({ name, label }) => ({ value: name, label }))}
          value={condition.name === '' ? null : condition.name}
          error={field === undefined && error}
          onChange={choose}
        />
        <Select
          aria-label={t('segment_form.operator')}
          allowDeselect={false}
          disabled={field === undefined}
          data={operators.map((operator) => ({ value: operator, label: t(`operator.${operator}`) }))}
          value={condition.operator}
          onChange={(chosen) => {
            const operator = operators.find((one) => one === chosen);
            if (operator) onChange({ ...condition, operator });
          }}
        />
      </Group>
      {field && !needsNoValue(condition.operator) && condition.operator !== 'one_of' && (
        <OwnFieldInput
          field={field}
          isNamed={false}
          value={condition.value}
          error={error}
          onChange={(value) => onChange({ ...condition, value })}
        />
      )}
      {field && condition.operator === 'one_of' && (
        <TagsInput
          aria-label={t('segment_form.value')}
          data={[...field.choices]}
          acceptValueOnBlur
          value={[...condition.values]}
          error={error}
          onChange={(values) => onChange({ ...condition, values })}
        />
      )}
    </Stack>
  );
}
