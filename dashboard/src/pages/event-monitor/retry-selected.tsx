// Runs the chosen failed requests again, after asking, and lists what came of each with a way to it.

import type { RequestSummary } from '@hudhud/contract/requests.ts';
import { Alert, Button, Modal, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilterOff, IconRepeat } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { ChosenBar } from '../../parts/list/chosen-bar.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { retryRequest } from '../../queries/requests.ts';
import { canSucceed, countHopeless } from './is-worth-retrying.ts';
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
  const hopeful = selected.filter(canSucceed);
  const run = useMutation({
    ...retryRequest,
    mutationFn: async () => {
      setTotal(hopeful.length);
      setResults([]);
      close();
      await runRetries(hopeful, retryRequest.mutationFn, (result) =>
        setResults((all) => [...(all ?? []), result]),
      );
    },
    onSettled: onClear,
  });
  const counted = { count: selected.length, formatted: text.number(selected.length) };
  return (
    <>
      {selected.length > 0 && (
        <ChosenBar
          name={t('retry_selected.title')}
          summary={t('retry_selected.chosen', counted)}
          onClear={onClear}
        >
          <Button size="xs" leftSection={<IconRepeat size={14} />} onClick={open}>
            {t('retry_selected.button')}
          </Button>
        </ChosenBar>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('retry_selected.confirm_title', {
          count: hopeful.length,
          formatted: text.number(hopeful.length),
        })}
        confirm={t('retry_selected.confirm')}
        isPending={false}
        isPossible={hopeful.length > 0}
        onConfirm={() => run.mutate()}
        onClose={close}
      >
        <LeftOut selected={selected} isNoneLeft={hopeful.length === 0} />
        {hopeful.length > 0 && <Text size="sm">{t('retry_selected.explain')}</Text>}
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

interface LeftOutProps {
  selected: readonly RequestSummary[];
  isNoneLeft: boolean;
}

/** The requests that are not run again, and why. */
function LeftOut({ selected, isNoneLeft }: LeftOutProps) {
  const { t } = useTranslation();
  const text = useTimeText();
  const groups = countHopeless(selected);
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  if (count === 0) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconFilterOff />}
      title={t('retry_skip.left_out', { count, formatted: text.number(count) })}
    >
      <Stack gap={4}>
        {groups.map((group) => (
          <Text key={group.code} size="sm">
            <bdi>{t('retry_skip.why', { code: group.code, formatted: text.number(group.count) })}</bdi>
          </Text>
        ))}
        {isNoneLeft && <Text size="sm">{t('retry_skip.none_left')}</Text>}
      </Stack>
    </Alert>
  );
}
