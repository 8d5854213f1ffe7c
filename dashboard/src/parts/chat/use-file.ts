// Where the browser finds a file that a bubble shows.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { mediaLinkQuery, mediaQuery } from '../../queries/media.ts';
import { chatFileQuery } from '../../queries/simulator.ts';
import type { FilePlace, MissingReason, ShownFile } from './shown-content.ts';

export type FileAddress =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'loading' }
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'missing'; readonly reason: MissingReason };

export function useFileAddress(place: FilePlace): FileAddress {
  const linkId = place.kind === 'gateway' ? place.id : '';
  const link = useQuery({ ...mediaLinkQuery(linkId), enabled: linkId !== '' });
  const chat = place.kind === 'simulator' ? place : { account: '', id: '' };
  const fetched = useQuery({ ...chatFileQuery(chat.account, chat.id), enabled: chat.id !== '' });
  const objectUrl = useObjectUrl(place.kind === 'page' ? place.blob : fetched.data);
  if (place.kind === 'none') return { kind: 'missing', reason: place.reason };
  if (place.kind === 'elsewhere') return place;
  if (link.isError || fetched.isError) return { kind: 'missing', reason: 'gone' };
  const url = place.kind === 'gateway' ? link.data : objectUrl;
  return url ? { kind: 'ready', url } : { kind: 'loading' };
}

/** An address for bytes that the page holds, for as long as they are shown. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return setUrl(undefined);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

interface FileFacts {
  readonly filename?: string | undefined;
  readonly bytes?: number | undefined;
  readonly mimeType?: string | undefined;
}

/** Name and size: from the message, else from the gateway, which keeps them with the file. */
export function useFileFacts(file: ShownFile): FileFacts {
  const id = file.place.kind === 'gateway' ? file.place.id : '';
  const isAsked = id !== '' && (file.filename === undefined || file.bytes === undefined);
  const stored = useQuery({ ...mediaQuery(id), enabled: isAsked }).data;
  const blob = file.place.kind === 'page' ? file.place.blob : undefined;
  return {
    filename: file.filename ?? stored?.filename,
    bytes: file.bytes ?? stored?.bytes ?? blob?.size,
    mimeType: file.mimeType ?? stored?.mime_type ?? blob?.type,
  };
}
