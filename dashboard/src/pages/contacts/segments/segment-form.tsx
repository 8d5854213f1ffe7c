// Building a segment: conditions, how many people they mean right now, and a name to keep them under.

import type { Segment } from '@hudhud/contract/segments.ts';
import { Button, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../../parts/form/form-frame.tsx';
import { showDone } from '../../../parts/form/show-done.ts';
import { ownDirection } from '../../../parts/text/own-direction.ts';
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

interface SegmentFormProps {
  segment: Segment | null;
  onSaved: (id: string) => Promise<void>;
}

export function SegmentForm({ segment, onSaved }: SegmentFormProps) {
  const { t } = useTranslation();
  const { timezone } = useMe().company;
  const around = { fields: useQuery(fieldsQuery).data ?? [], timeZone: timezone };
  const rows = useRows(segment ? toConditions(segment.filter, timezone) : [emptyCondition('tags_any')]);
  const [name, setName] = useState(segment?.name ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const conditions = rows.all.map(({ condition }) => condition);
  const filter = toFilter(conditions, around);
  const save = useSave(segment, onSaved);
  const isComplete = name.trim() !== '' && conditions.every((condition) => isFilled(condition, around));
  return (
    <FormFrame
      error={save.error}
      isPending={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        if (isComplete) save.mutate({ name: name.trim(), filter });
      }}
      submit={t(segment ? 'action.save' : 'segment.add')}
      aside={<LiveCount filter={filter} />}
    >
      <TextInput
        label={t('segment_form.name')}
        placeholder={t('segment_form.name_placeholder')}
        required
        maxLength={100}
        data-autofocus
        {...ownDirection}
        value={name}
        error={isChecked && name.trim() === '' && t('segment_form.name_needed')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t(conditions.length === 0 ? 'segment_form.everybody' : 'segment_form.all_hold')}
      </Text>
      {rows.all.map(({ key, condition }) => (
        <ConditionRow
          key={key}
          condition={condition}
          taken={conditions.map(({ kind }) => kind)}
          isIncomplete={isChecked && !isFilled(condition, around)}
          onChange={(next) => rows.change(key, next)}
          onRemove={() => rows.remove(key)}
        />
      ))}
      <Button variant="default" w="fit-content" leftSection={<IconPlus size={16} />} onClick={rows.add}>
        {t('segment_form.add')}
      </Button>
    </FormFrame>
  );
}

function useRows(initial: readonly Condition[]) {
  const [all, setAll] = useState<readonly Row[]>(() => initial.map((condition, key) => ({ key, condition })));
  const nextKey = all.reduce((highest, { key }) => Math.max(highest, key), -1) + 1;
  const taken = all.map(({ condition }) => condition.kind);
  return {
    all,
    add: () => {
      const kind = conditionKinds.find((one) => !taken.includes(one)) ?? 'field';
      setAll([...all, { key: nextKey, condition: emptyCondition(kind) }]);
    },
    change: (key: number, condition: Condition) =>
      setAll(all.map((row) => (row.key === key ? { key, condition } : row))),
    remove: (key: number) => setAll(all.filter((row) => row.key !== key)),
  };
}

function useSave(segment: Segment | null, onSaved: (id: string) => Promise<void>) {
  const { t } = useTranslation();
  return useMutation({
    ...changeSegment,
    mutationFn: (body: Pick<Segment, 'name' | 'filter'>) =>
      segment ? changeSegment.mutationFn({ id: segment.id, body }) : createSegment.mutationFn(body),
    onSuccess: ({ id }) => {
      showDone(t('segment.saved'));
      return onSaved(id);
    },
  });
}
