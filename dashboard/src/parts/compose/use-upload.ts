// Uploads a file as soon as it is chosen, and says how far it is.

import { mediaLimits } from '@hudhud/contract/media-limits.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadMedia } from '../../queries/media.ts';
import type { FileKind } from '../chat/shown-content.ts';
import { byteSize } from '../text/byte-size.ts';
import { type FileDraft, noFile } from './content-draft.ts';

export interface Upload {
  /** From 0 to 1; null: nothing is being uploaded. */
  readonly part: number | null;
  /** A fault of the file that is found without asking the gateway. */
  readonly problem: string | null;
  readonly error: Error | null;
  readonly start: (file: File) => void;
  readonly cancel: () => void;
}

export function useUpload(kind: FileKind, onChange: (draft: FileDraft) => void): Upload {
  const { t } = useTranslation();
  const [part, setPart] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const running = useRef<AbortController>(null);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setPart(null);
  };
  // When the component is gone, an upload under way is aborted.
  useEffect(() => () => running.current?.abort(), []);
  const start = async (file: File): Promise<void> => {
    cancel();
    setError(null);
    const wrong = problemOf(kind, file);
    setProblem(wrong && t(wrong.key, wrong.values));
    if (wrong) return;
    const controller = new AbortController();
    running.current = controller;
    setPart(0);
    onChange({ ...noFile, file });
    try {
      const stored = await uploadMedia(file, { signal: controller.signal, onProgress: setPart });
      onChange({ ...noFile, file, stored });
    } catch (refusal) {
      if (controller.signal.aborted) return;
      setError(refusal as Error);
      onChange(noFile);
    }
    setPart(null);
  };
  return { part, problem, error, start: (file) => void start(file), cancel };
}

interface FileProblem {
  readonly key: 'compose.file_too_big' | 'compose.file_wrong_type';
  readonly values: Readonly<Record<'size' | 'max' | 'type' | 'types', string>>;
}

/** A browser that does not know the type says nothing; the gateway finds it out from the bytes. */
function problemOf(kind: FileKind, file: Pick<File, 'size' | 'type'>): FileProblem | null {
  const { bytesMax, mimeTypes } = mediaLimits[kind];
  const bare = file.type.split(';')[0] ?? '';
  const sizes = { size: byteSize(file.size), max: byteSize(bytesMax) };
  if (bare !== '' && !mimeTypes.includes(bare)) {
    return { key: 'compose.file_wrong_type', values: { ...sizes, type: bare, types: mimeTypes.join(', ') } };
  }
  if (file.size <= bytesMax) return null;
  return { key: 'compose.file_too_big', values: { ...sizes, type: bare, types: '' } };
}
