// Cursors of a campaign's people, who are listed in the order of sending: the position of the last one, in a wrapping that
// names its campaign.

import { AppError } from '../../platform/errors.ts';

export const encodePosition = (campaignId: string, position: number): string =>
  Buffer.from(`recipients:${campaignId}:${position}`).toString('base64url');

export const decodePosition = (campaignId: string, cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  const [list, campaign, position = '', ...rest] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split(':');
  if (list !== 'recipients' || campaign !== campaignId || !/^\d{1,9}$/.test(position) || rest.length > 0) {
    const detail = 'This cursor does not belong to this list.';
    throw new AppError('invalid_cursor', {
      errors: [{ code: 'invalid_cursor', parameter: 'cursor', detail }],
    });
  }
  return Number(position);
};
