// A filter in words, one line for each of its conditions.

import type { ContactFilter, FieldCondition } from '@hudhud/contract/segments.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../parts/text/language-name.ts';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { fieldsQuery } from '../../../queries/contacts.ts';
import { useMe } from '../../../queries/me.ts';
import { storesQuery } from '../../../queries/stores.ts';
import { type Condition, needsNoValue, toConditions } from './conditions.ts';

export function useFilterWords(): (filter: ContactFilter) => string[] {
  const { t, i18n } = useTranslation();
  const stores = useQuery(storesQuery).data ?? [];
  const fields = useQuery(fieldsQuery).data ?? [];
  const { timezone } = useMe().company;
  const { number } = useTimeText();
  const list = (values: readonly string[]) =>
    new Intl.ListFormat(i18n.language, { type: 'unit' }).format(
      values.map((value) => `\u2068${value}\u2069`),
    );

  const yesOrNo = (text: string) => t(text === 'true' ? 'contact_field.yes' : 'contact_field.no');
  const fieldWords = ({ name, operator, value, values }: Extract<Condition, { kind: 'field' }>): string => {
    const field = fields.find((one) => one.name === name);
    const comparison = `\u2068${field?.label ?? name}\u2069 ${t(`operator.${operator satisfies FieldCondition['operator']}`)}`;
    if (needsNoValue(operator)) return comparison;
    const shown = field?.type === 'boolean' ? yesOrNo(value) : value;
    return `${comparison} ${list(operator === 'one_of' ? values : [shown])}`;
  };
  const valuesOf = (condition: Exclude<Condition, { kind: 'field' }>): string => {
    if (condition.kind === 'search') return list([condition.text]);
    if ('days' in condition) {
      const count = Number(condition.days);
      return t('segment.days', { count, formatted: number(count) });
    }
    if ('at' in condition) return list([condition.at.replace('T', ' ')]);
    const names = condition.values.map((value) => {
      if (condition.kind === 'languages') return languageName(value, i18n.language);
      if (condition.kind === 'consent') return t(`consent.${value as 'unknown'}`);
      return stores.find(({ id }) => id === value)?.name ?? value;
    });
    return list(names);
  };
  return (filter) =>
    toConditions(filter, timezone).map((condition) =>
      condition.kind === 'field'
        ? fieldWords(condition)
        : `${t(`condition.${condition.kind}`)}: ${valuesOf(condition)}`,
    );
}
