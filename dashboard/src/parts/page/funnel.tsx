// How far messages or people came: the first step is all of them, and each has its share of these.

import { Group, Progress, Stack, Text } from '@mantine/core';
import { useTimeText } from '../time/use-time-text.ts';

interface Step {
  name: string;
  count: number;
  color: string;
}

export function Funnel({ label, steps }: { label: string; steps: readonly Step[] }) {
  const text = useTimeText();
  const all = steps[0]?.count ?? 0;
  const share = (count: number): number => (all === 0 ? 0 : count / all);
  return (
    <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={label}>
      {steps.map(({ name, count, color }) => (
        <Stack key={name} gap={4} component="li">
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{name}</Text>
            <Text size="sm" fw={600}>
              {text.number(count)}{' '}
              <Text span size="xs" c="dimmed">
                {text.rate(share(count))}
              </Text>
            </Text>
          </Group>
          <Progress value={share(count) * 100} color={color} size="lg" aria-label={name} />
        </Stack>
      ))}
    </Stack>
  );
}
