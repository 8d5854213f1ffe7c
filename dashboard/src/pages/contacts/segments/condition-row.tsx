// One condition of a segment: what is asked, the values, and a way to take it out.

import { ActionIcon, Group, Paper, Select, Stack } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConditionInputs } from './condition-inputs.tsx';
import { type Condition, type ConditionKind, conditionKinds, emptyCondition } from './conditions.ts';

interface ConditionRowProps {
  condition: Condition;
  /** Kinds that another row asks for already; a field may be asked for more than once. */
  taken: readonly ConditionKind[];
  error: ReactNode;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

const groups = [
  ['tags', ['tags_any', 'tags_all', 'tags_none']],
  ['wishes', ['consent']],
  ['own', ['field']],
  ['seen', ['seen_within_days', 'not_seen_within_days', 'seen_after', 'seen_before']],
  ['created', ['created_after', 'created_before']],
  ['person', ['languages', 'store_ids', 'search']],
] as const;

export function ConditionRow({ condition, taken, error, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation();
  const data = groups.map(([group, kinds]) => ({
    group: t(`condition_group.${group}`),
    items: kinds.map((kind) => ({
      value: kind,
      label: t(`condition.${kind}`),
      disabled: kind !== 'field' && kind !== condition.kind && taken.includes(kind),
    })),
  }));
  const choose = (kind: string | null) => {
    const chosen = conditionKinds.find((one) => one === kind);
    if (chosen && chosen !== condition.kind) onChange(emptyCondition(chosen));
  };
  return (
    <Paper
      withBorder
      p="sm"
      bg="var(--hudhud-sunken)"
      role="group"
      aria-label={t(`condition.${condition.kind}`)}
    >
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <Select
            aria-label={t('segment_form.kind')}
            allowDeselect={false}
            data={data}
            value={condition.kind}
            onChange={choose}
            style={{ flex: 1 }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('segment_form.remove', { condition: t(`condition.${condition.kind}`) })}
            onClick={onRemove}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
        <ConditionInputs condition={condition} error={error} onChange={onChange} />
      </Stack>
    </Paper>
  );
}
