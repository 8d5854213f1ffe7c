// The settings of files.

import { readS3Address, type S3Address } from '../media/store/s3-address.ts';
import { type Setting, whole } from './setting.ts';

/** Null: a folder in DATA_DIR. */
const mediaUrl: Setting<S3Address | null> = {
  name: 'MEDIA_URL',
  meaning:
    'A store that speaks S3, for the files of messages: `s3://key:secret@host:port/bucket/prefix?region=eu-central-1`, with `&scheme=http` where it has no TLS; key and secret are percent-encoded. Several gateways need one. Empty: the folder `media` in DATA_DIR.',
  default: '',
  isSecret: true,
  parse: (value) => {
    if (value === '') return { value: null };
    const address = readS3Address(value);
    if (address) return { value: address };
    return { problem: 'MEDIA_URL must be an address such as s3://key:secret@host/bucket?region=us-east-1.' };
  },
};

export const mediaSettings = {
  mediaUrl,
  mediaRetentionDays: whole(
    'MEDIA_RETENTION_DAYS',
    'How long a file is kept after it came, or was last sent, in days.',
    180,
    3,
    3_650,
  ),
  mediaQuotaBytes: whole(
    'MEDIA_QUOTA_BYTES',
    'What the files of one company may take together, in bytes. The same bytes count once.',
    10_737_418_240,
    1_048_576,
    1_000_000_000_000_000,
  ),
  mediaUploadsMax: whole(
    'MEDIA_UPLOADS_MAX',
    'Files uploaded at once. A company may hold as many as are still free (alone: half); more of its own are answered 429.',
    128,
    1,
    10_000,
  ),
  mediaLinkHours: whole(
    'MEDIA_LINK_HOURS',
    'How long the address of an incoming file in a webhook works, in hours.',
    168,
    1,
    8_760,
  ),
} as const;
