// Runs the chosen failed requests again, after asking, and lists what came of each with a way to it.

import type { RequestSummary } from '@hudhud/contract/requests.ts';
import { Button, Group, Modal, Paper, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRepeat } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { retryRequest } from '../../queries/requests.ts';
import { RetryResults } from './retry-results.tsx';
import { type RetryResult, runRetries } from './run-retries.ts';

interface RetrySelectedProps {
  selected: readonly RequestSummary[];
  onClear: () => void;
}

export function RetrySelected({ selected, onClear }: RetrySelectedProps) {
  const { t } = useTranslation();
  const text = useTimeText();
  const [isAsking, { open, close }] = useDisclosure(false);
  const [results, setResults] = useState<readonly RetryResult[] | null>(null);
  const [total, setTotal] = useState(0);
  const run = useMutation({
    ...retryRequest,
    mutationFn: async () => {
      setTotal(selected.length);
      setResults([]);
      close();
      await runRetries(selected, retryRequest.mutationFn, (result) =>
        setResults((all) => [...(all ?? []), result]),
      );
    },
    onSettled: onClear,
  });
  const counted = { count: selected.length, formatted: text.number(selected.length) };
  return (
    <>
      {selected.length > 0 && (
        <Paper
          withBorder
          p="xs"
          mb="md"
          bg="var(--hudhud-raised)"
          role="region"
          aria-label={t('retry_selected.title')}
        >
          <Group justify="space-between">
            <Text size="sm" role="status">
              {t('retry_selected.chosen', counted)}
            </Text>
            <Group gap="xs">
              <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
                {t('action.clear')}
              </Button>
              <Button size="xs" leftSection={<IconRepeat size={14} />} onClick={open}>
                {t('retry_selected.button')}
              </Button>
            </Group>
          </Group>
        </Paper>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('retry_selected.confirm_title', counted)}
        confirm={t('retry_selected.confirm')}
        isPending={false}
        onConfirm={() => run.mutate()}
        onClose={close}
      >
        <Text size="sm">{t('retry_selected.explain')}</Text>
        <Text size="sm" c="dimmed">
          {t('retry.explain_cause')}
        </Text>
      </ConfirmDialog>
      <Modal
        opened={results !== null}
        onClose={() => setResults(null)}
        title={t('retry_selected.results')}
        size="lg"
      >
        <Stack>
          {run.isPending && (
            <Progress
              value={((results?.length ?? 0) / Math.max(1, total)) * 100}
              aria-label={t('retry_selected.running')}
              animated
            />
          )}
          <RetryResults results={results ?? []} />
        </Stack>
      </Modal>
    </>
  );
}
