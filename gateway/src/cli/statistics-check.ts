// `hudhud statistics check`

import { type CampaignDifference, checkCampaignCounts } from '../campaigns/numbers/check-counts.ts';
import { toPublicId } from '../platform/ids.ts';
import { type CountDifference, checkCounts } from '../statistics/check-counts.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';

const messageLine = (row: CountDifference): string =>
  [
    toPublicId('company', row.company_id),
    row.starts_at.toISOString().slice(0, 16),
    [row.direction, row.type, row.status].join(' '),
    `${row.kept} kept, ${row.counted} counted`,
  ].join('  ');

const campaignLine = (row: CampaignDifference): string =>
  [
    row.campaign_id,
    [row.kind, row.name, row.detail].join(' '),
    `${row.kept} kept, ${row.counted} counted`,
  ].join('  ');

export const statisticsCheck: Command = {
  name: 'statistics check',
  summary: 'Recount messages and recipients and compare.',
  options: { json: jsonOption },
  async run({ values, print, remark, withStorage }) {
    const [messages, campaigns] = await withStorage(async ({ database }) => [
      await checkCounts(database.pool),
      await checkCampaignCounts(database.pool),
    ]);
    const wrong = messages.differences.length + campaigns.differences.length;
    if (values.json) print(JSON.stringify({ messages, campaigns }));
    else if (wrong === 0)
      print(
        `All numbers agree with the messages of ${messages.days} days and ${campaigns.campaigns} campaigns.`,
      );
    else {
      remark(`${wrong} numbers differ:`);
      for (const line of [
        ...messages.differences.map(messageLine),
        ...campaigns.differences.map(campaignLine),
      ])
        print(line);
    }
    return wrong === 0 ? exitCodes.ok : exitCodes.failed;
  },
};
