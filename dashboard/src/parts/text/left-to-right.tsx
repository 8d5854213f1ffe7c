// Text that reads left to right in every language: phone numbers, ids, paths, code.

import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface LeftToRightProps extends TextProps {
  children: ReactNode;
  title?: string;
  /** Ids and paths are set in the monospaced face, phone numbers are not. */
  mono?: boolean;
}

export function LeftToRight({ children, mono = false, ...text }: LeftToRightProps) {
  return (
    <Text component="bdi" dir="ltr" className={mono ? 'ltr mono' : 'ltr'} inherit {...text}>
      {children}
    </Text>
  );
}

/** An id with its copy button. Long ids break anywhere rather than widen the page. */
export function CopyableId({ id, what }: { id: string; what: string }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4, maxWidth: '100%' }}>
      <LeftToRight mono style={{ overflowWrap: 'anywhere' }}>
        {id}
      </LeftToRight>
      <CopyButton value={id} what={what} />
    </span>
  );
}
