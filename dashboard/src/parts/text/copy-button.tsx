// A small button that copies one value and says so.

import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copy-text.ts';

/** True for two seconds after `copy` has put the text on the clipboard. */
export function useCopy() {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = window.setTimeout(() => setIsCopied(false), 2_000);
    return () => window.clearTimeout(timer);
  }, [isCopied]);
  const copy = (text: string) => {
    void copyText(text).then(() => setIsCopied(true));
  };
  return { copy, isCopied };
}

export function CopyButton({ value, what }: { value: string; what: string }) {
  const { t } = useTranslation();
  const { copy, isCopied } = useCopy();
  const label = isCopied ? t('action.copied') : t('action.copy_named', { what });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        copy(value);
      }}
    >
      {isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
    </ActionIcon>
  );
}
