// A change that is asked about before it is made. `dialog` goes to ConfirmDialog, which shows a refusal; the question is closed
// once the change is made.

import { useDisclosure } from '@mantine/hooks';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { Mutation } from '../../queries/mutation.ts';
import type { ConfirmDialogState } from './confirm-dialog.tsx';

interface AskFirst<Data, Variables> {
  readonly ask: () => void;
  readonly change: UseMutationResult<Data, Error, Variables>;
  readonly dialog: ConfirmDialogState;
}

export function useAskFirst<Data, Variables>(
  options: Mutation<Data, Variables>,
  onDone?: (data: Data) => unknown,
): AskFirst<Data, Variables> {
  const [isOpen, { open, close }] = useDisclosure(false);
  const change = useMutation({
    ...options,
    onSuccess: (data) => {
      close();
      return onDone?.(data);
    },
  });
  const ask = () => {
    // The last refusal must not be shown this time.
    change.reset();
    open();
  };
  return {
    ask,
    change,
    dialog: { isOpen, isPending: change.isPending, error: change.error, onClose: close },
  };
}
