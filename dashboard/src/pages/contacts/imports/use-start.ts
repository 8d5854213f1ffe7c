// Starts an import, or only its check, and shows at once that it is under way.

import { useMutation } from '@tanstack/react-query';
import { startImport } from '../../../queries/imports.ts';
import { forgetChoices, type ImportChoices, keepChoices, toStart } from './import-choices.ts';

interface Start {
  readonly choices: ImportChoices;
  readonly isDryRun: boolean;
}

export function useStart(id: string, onStarted?: () => void) {
  return useMutation({
    ...startImport,
    mutationFn: ({ choices, isDryRun }: Start) =>
      startImport.mutationFn({ id, body: toStart(choices, isDryRun) }),
    onSuccess: (_job, { choices, isDryRun }) => {
      if (isDryRun) keepChoices(id, choices);
      else forgetChoices(id);
      onStarted?.();
    },
  });
}
