// Building a segment: conditions, how many people they mean right now, and a name to keep them under.

import type { Segment } from '@hudhud/contract/segments.ts';
import { Button, Text } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../../parts/form/form-frame.tsx';
import { NameInput } from '../../../parts/form/name-input.tsx';
import { showDone } from '../../../parts/form/show-done.ts';
import { useServerForm } from '../../../parts/form/use-server-form.ts';
import { fieldsQuery } from '../../../queries/contacts.ts';
import { useMe } from '../../../queries/me.ts';
import { changeSegment, createSegment } from '../../../queries/segments.ts';
import { ConditionRow } from './condition-row.tsx';
import {
  type Condition,
  conditionKinds,
  emptyCondition,
  isFilled,
  toConditions,
  toFilter,
} from './conditions.ts';
import { LiveCount } from './live-count.tsx';

/** Rows need a name of their own: two conditions may be alike. */
interface Row {
  readonly key: number;
  readonly condition: Condition;
}

interface SegmentValues {
  name: string;
  rows: Row[];
}

interface SegmentFormProps {
  segment: Segment | null;
  onSaved: (id: string) => Promise<void>;
}

export function SegmentForm({ segment, onSaved }: SegmentFormProps) {
  const { t } = useTranslation();
  const { timezone } = useMe().company;
  const around = { fields: useQuery(fieldsQuery).data ?? [], timeZone: timezone };
  const filterOf = (rows: readonly Row[]) =>
    toFilter(
      rows.map(({ condition }) => condition),
      around,
    );
  const { form, frame } = useServerForm({
    initialValues: initialValues(segment, timezone),
    validate: {
      name: isNotEmpty(t('segment_form.name_needed')),
      rows: {
        condition: (condition: Condition) =>
          isFilled(condition, around) ? null : t('segment_form.incomplete'),
      },
    },
    save: useSave(segment, onSaved),
    toBody: ({ name, rows }) => ({ name: name.trim(), filter: filterOf(rows) }),
  });
  const { rows } = form.values;
  const taken = rows.map(({ condition }) => condition.kind);
  const add = () => {
    const key = rows.reduce((highest, row) => Math.max(highest, row.key), -1) + 1;
    const kind = conditionKinds.find((one) => !taken.includes(one)) ?? 'field';
    form.insertListItem('rows', { key, condition: emptyCondition(kind) });
  };
  return (
    <FormFrame
      {...frame}
      submit={t(segment ? 'action.save' : 'segment.add')}
      aside={<LiveCount filter={filterOf(rows)} />}
    >
      <NameInput
        label={t('segment_form.name')}
        placeholder={t('segment_form.name_placeholder')}
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <Text size="sm" c="dimmed">
        {t(rows.length === 0 ? 'segment_form.everybody' : 'segment_form.all_hold')}
      </Text>
      {rows.map(({ key, condition }, index) => (
        <ConditionRow
          key={key}
          condition={condition}
          taken={taken}
          error={form.errors[`rows.${index}.condition`]}
          onChange={(next) => form.setFieldValue(`rows.${index}.condition`, next)}
          onRemove={() => form.removeListItem('rows', index)}
        />
      ))}
      <Button variant="default" w="fit-content" leftSection={<IconPlus size={16} />} onClick={add}>
        {t('segment_form.add')}
      </Button>
    </FormFrame>
  );
}

function initialValues(segment: Segment | null, timeZone: string): SegmentValues {
  const conditions = segment ? toConditions(segment.filter, timeZone) : [emptyCondition('tags_any')];
  return { name: segment?.name ?? '', rows: conditions.map((condition, key) => ({ key, condition })) };
}

function useSave(segment: Segment | null, onSaved: (id: string) => Promise<void>) {
  const { t } = useTranslation();
  return {
    ...changeSegment,
    mutationFn: (body: Pick<Segment, 'name' | 'filter'>) =>
      segment ? changeSegment.mutationFn({ id: segment.id, body }) : createSegment.mutationFn(body),
    onSuccess: ({ id }: Segment) => {
      showDone(t('segment.saved'));
      return onSaved(id);
    },
  };
}
