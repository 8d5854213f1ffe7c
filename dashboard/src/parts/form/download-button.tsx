// Saves what a list has as a file.

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface DownloadButtonProps {
  save: { readonly isPending: boolean; readonly mutate: () => void };
  children: ReactNode;
}

export function DownloadButton({ save, children }: DownloadButtonProps) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {children}
    </Button>
  );
}
