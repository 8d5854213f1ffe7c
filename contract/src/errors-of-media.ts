// The part of the catalogue about files.

import { type ErrorEntry, entry } from './error-entry.ts';

export const mediaErrors = {
  media_not_found: entry(
    404,
    'No such file',
    'The company has no file with this id, or its retention has ended.',
    'Check the id; it is the `id` of the answer to the upload, or `media.id` of an event.',
  ),
  media_gone: entry(
    410,
    'The file is not here',
    'The file of an incoming message could not be fetched from the provider, or is no longer in the store. The detail says why.',
    'Ask the person to send it again, or upload it again.',
  ),
  media_not_ready: entry(
    503,
    'The file is still being fetched',
    'The file of an incoming message is still being fetched from the provider.',
    'Ask again after as many seconds as `Retry-After` says.',
  ),
  media_range_invalid: entry(
    416,
    'The file has no such part',
    'The `Range` header asks for bytes that the file does not have.',
    'Ask for a range within the size of the file, or for all of it.',
  ),
  media_too_big: entry(
    413,
    'The file is too big',
    'The file has more bytes than may be uploaded, or than WhatsApp carries of its kind. The detail names the limit.',
    'Send a smaller file, or a link to it.',
  ),
  media_empty: entry(
    422,
    'The file is empty',
    'The upload holds no file, or a file without bytes.',
    'Send the bytes of the file as the body, or as the field `file` of a form.',
  ),
  media_type_not_allowed: entry(
    422,
    'The file cannot be sent as this',
    'WhatsApp does not carry this type of file in a message of this type. The detail lists what it carries.',
    'Send it as a document, or in another format; `usable_for` of the file says what it can be.',
  ),
  media_type_mismatch: entry(
    422,
    'The file is not what it says it is',
    'The content type says one thing, and the bytes of the file another.',
    'Send the content type that the detail names, or `application/octet-stream` to have it found.',
  ),
  media_fetch_failed: entry(
    422,
    'The file could not be fetched',
    'The address did not give the file: it is not public, did not answer in time, redirected too often, or answered with an error. The detail says which.',
    'Check the address from outside of your network, or upload the file instead.',
  ),
  media_quota_reached: entry(
    422,
    'The company keeps too many files',
    'The files of the company take as much room as the operator gives it.',
    'Delete files that are no longer needed, or ask the operator of this gateway for more room.',
  ),
  media_link_invalid: entry(
    403,
    'The link does not work',
    'The link was changed, or the time it was made for is over.',
    'Ask for a new link with `GET /api/v1/media/{id}/link`.',
  ),
  media_store_unavailable: entry(
    503,
    'The store of files is not reachable',
    'The place where files are kept does not answer at the moment.',
    'Send the same request again after as many seconds as `Retry-After` says.',
  ),
  message_not_incoming: entry(
    409,
    'Only incoming messages can be marked as read',
    'The message is one of yours, or its sender is gone.',
    'Send the id of a message that a person wrote to you.',
  ),
  read_not_carried: entry(
    422,
    'The provider takes no read marks',
    "The provider of the message's sender cannot be told that a message was read.",
    'Nothing: the person simply sees no blue ticks.',
  ),
} as const satisfies Record<string, ErrorEntry>;
