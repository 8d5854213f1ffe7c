// Starts an import, or only its check, and shows at once that it is under way.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { importKey, startImport } from '../../../queries/imports.ts';
import { forgetChoices, type ImportChoices, keepChoices, toStart } from './import-choices.ts';

interface Start {
  readonly choices: ImportChoices;
  readonly isDryRun: boolean;
}

export function useStart(id: string, onStarted?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ choices, isDryRun }: Start) => startImport(id, toStart(choices, isDryRun)),
    onSuccess: (job, { choices, isDryRun }) => {
      if (isDryRun) keepChoices(id, choices);
      else forgetChoices(id);
      queryClient.setQueryData(importKey(id), job);
      onStarted?.();
    },
  });
}
