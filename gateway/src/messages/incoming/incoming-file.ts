// The file that an incoming message brings: its id follows from the message's, so that a repeated callback
// names the same file.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { ExpectedFile } from '../../media/incoming/expect-files.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import type { CallbackMessage } from '../../providers/callback.ts';
import { incomingMessageId } from './incoming-id.ts';
import type { IncomingRow } from './queries.ts';

const mediaIdOf = (messageId: string): string =>
  incomingMessageId(messageId, 'file', timeOfUuid(messageId).getTime());

/** The content of the message in the form in which it could be sent; null for a message without a file. */
export const incomingContent = (
  { type, file }: CallbackMessage,
  messageId: string,
): MessageContent | null => {
  if (!file) return null;
  const media = { id: toPublicId('media', mediaIdOf(messageId)) };
  const caption = file.caption === undefined ? {} : { message: file.caption };
  switch (type) {
    case 'image':
    case 'video':
      return { type, media, ...caption };
    case 'document':
      return { type, media: { ...media, ...(file.filename && { filename: file.filename }) }, ...caption };
    case 'audio':
      return { type, media, ...(file.isVoice && { voice: true }) };
    case 'sticker':
      return { type, media };
    default:
      return null;
  }
};

interface Reported {
  readonly item: { readonly senderId: string; readonly message: CallbackMessage };
}

/** The files of a batch, by the rows that its messages became. */
export const expectedFilesOf = (
  batch: readonly Reported[],
  rowById: ReadonlyMap<string, IncomingRow>,
): ExpectedFile[] => {
  const byProviderId = new Map(
    [...rowById.values()].map((row) => [`${row.senderId} ${row.providerMessageId}`, row]),
  );
  const files = batch.flatMap(({ item: { senderId, message } }): ExpectedFile[] => {
    const row = byProviderId.get(`${senderId} ${message.providerMessageId}`);
    const { file } = message;
    if (!row?.content || !file) return [];
    return [
      {
        companyId: row.companyId,
        id: mediaIdOf(row.id),
        messageId: row.id,
        senderId,
        personKey: row.personKey,
        reference: file.reference,
        mimeType: file.mimeType,
        filename: file.filename,
        sha256: file.sha256,
        isVoice: file.isVoice ?? false,
      },
    ];
  });
  return [...new Map(files.map((file) => [file.id, file])).values()];
};
