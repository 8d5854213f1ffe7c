// `hudhud sender set`

import { changeSender } from '../senders/change-sender.ts';
import { type Command, exitCodes } from './command.ts';
import { companyOption, readCompanyId } from './company-options.ts';
import {
  defaultOption,
  fieldOption,
  nameOption,
  noSuchSender,
  numberOption,
  orRefused,
  rateOption,
  readFields,
  readName,
  readNumber,
  readRate,
  readSenderId,
  senderOption,
} from './sender-options.ts';

export const senderSet: Command = {
  name: 'sender set',
  summary: 'Change a sender: its name, credentials or pace, or make it the default.',
  options: {
    company: companyOption,
    sender: senderOption,
    name: nameOption,
    field: fieldOption,
    number: numberOption,
    rate: { ...rateOption, meaning: 'Messages per second.' },
    default: defaultOption,
  },
  example:
    'sender set --company co_01kagx5p9ne0ps4a2v7qk3m8dz --sender snd_01kagx5p9ne0ps4a2v7qk3m8dz --field access_token=@token.txt',
  run: (context) =>
    orRefused(context.remark, async () => {
      const { values, lists, print, withStorage } = context;
      const change = {
        companyId: readCompanyId(values.company),
        senderId: readSenderId(values.sender),
        ...(values.name !== undefined && { name: readName(values.name) }),
        ...(lists.field && { fields: await readFields(context) }),
        ...(values.number !== undefined && { phoneNumber: readNumber(values.number) }),
        ...(values.rate !== undefined && { messagesPerSecond: readRate(values.rate) }),
        ...(values.default === true && { isDefault: true as const }),
      };
      const isChanged = await withStorage(({ database, secrets }) =>
        changeSender(database.pool, secrets, change),
      );
      if (!isChanged) return noSuchSender(context);
      print('Changed. It takes effect within 5 seconds.');
      return exitCodes.ok;
    }),
};
