// What became, or would become, of the rows: four numbers that add up to all of them.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { Paper, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../../../parts/time/use-time-text.ts';

const counts = ['created', 'updated', 'skipped', 'refused'] as const;

export function ImportCounts({ job }: { job: ContactImport }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }}>
      {counts.map((name) => (
        <Paper key={name} withBorder p="md" bg="var(--hudhud-sunken)">
          <Text size="sm" c="dimmed">
            {t(`import_count.${name}`)}
          </Text>
          <Text
            size="xl"
            fw={600}
            {...(name === 'refused' && job.refused > 0 && { c: 'var(--mantine-color-error)' })}
          >
            {number(job[name])}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
