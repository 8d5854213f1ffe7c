// Deletes one thing after asking: the button, the question, the refusal if there is one, and the word that it is done.

import { Button, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Mutation } from '../../queries/mutation.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { showDone } from './show-done.ts';
import { useAskFirst } from './use-ask-first.ts';

interface DeleteButtonProps {
  /** The title of the question. */
  title: string;
  explain: string;
  confirm: string;
  done: string;
  /** In a list of several things: what exactly is deleted, for who cannot see where the button stands. */
  label?: string;
  /** Instead of Delete. */
  word?: string;
  isDisabled?: boolean;
  remove: Mutation<unknown, string>;
  id: string;
  /** Leaves what is gone. */
  onDeleted?: () => Promise<unknown>;
}

export function DeleteButton(props: DeleteButtonProps) {
  const { t } = useTranslation();
  const { ask, change, dialog } = useAskFirst(props.remove, () => {
    showDone(props.done);
    return props.onDeleted?.();
  });
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        {...(props.label ? { size: 'xs', 'aria-label': props.label } : {})}
        leftSection={<IconTrash size={props.label ? 14 : 16} />}
        disabled={props.isDisabled ?? false}
        onClick={ask}
      >
        {props.word ?? t('action.delete')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={props.title}
        confirm={props.confirm}
        isDangerous
        onConfirm={() => change.mutate(props.id)}
      >
        <Text size="sm">{props.explain}</Text>
      </ConfirmDialog>
    </>
  );
}
