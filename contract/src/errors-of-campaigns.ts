// The part of the catalogue of errors about campaigns.

import { type ErrorEntry, entry } from './error-entry.ts';

export const campaignErrors = {
  campaign_not_found: entry(
    404,
    'No such campaign',
    'The company has no campaign with this id, or it was deleted.',
    'Check the id against the list of campaigns.',
  ),
  campaign_state: entry(
    409,
    'The campaign is not in the right state for this',
    'A draft can be changed, deleted and started; a running campaign paused; a paused one resumed; one that is not over cancelled.',
    'Look at its `state`. To send it once more, duplicate it.',
  ),
  campaign_not_ready: entry(
    409,
    'Something stands in the way of the campaign',
    'It has no text, no audience, no person who can be reached, or no sender that works.',
    'Fix what `errors` names. The pre-flight shows the same before you start.',
  ),
  campaign_has_problems: entry(
    409,
    'Some people cannot get the message',
    'Numbers are wrong or twice in the list, people have opted out, or nothing fills a placeholder for them.',
    'Fix the list or the contacts, or leave these people out by naming the problems in `exclude`.',
  ),
  campaign_file_unreadable: entry(
    422,
    'The list cannot be read',
    'The file is empty, is no CSV, or has no column that is known to hold phone numbers.',
    'Save it as CSV (UTF-8) with headings in the first line, and name the column in `phone_column`.',
  ),
  campaign_file_too_large: entry(
    413,
    'The list is too large',
    'A list may have as many bytes and lines as this gateway allows for one campaign.',
    'Cut the list into several campaigns, or import the people as contacts and use a segment.',
  ),
  template_unavailable: entry(
    422,
    'Templates cannot be used yet',
    'This gateway sends campaigns as texts.',
    'Leave `template` out and use `text`.',
  ),
  unknown_segment: entry(
    422,
    'There is no such segment',
    'The company has no segment with this id.',
    'Check the id against the list of segments.',
  ),
} as const satisfies Record<string, ErrorEntry>;
