// `hudhud sender list`

import type { Sender } from '@hudhud/contract/senders.ts';
import { listCompanySenders } from '../senders/list-senders.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';
import { companyOption, noSuchCompany, readCompanyId } from './company-options.ts';

const lineOf = (sender: Sender): string =>
  [
    sender.id,
    sender.state.padEnd(9),
    (sender.is_default ? 'default' : '').padEnd(7),
    `${sender.messages_per_second}/s`.padEnd(8),
    sender.provider,
    (sender.phone_number ?? sender.account).padEnd(16),
    sender.is_simulated ? `${sender.name} (simulated)` : sender.name,
  ].join('  ');

export const senderList: Command = {
  name: 'sender list',
  summary: 'List the senders of a company with their states.',
  options: { company: companyOption, json: jsonOption },
  async run(context) {
    const { values, config, print, remark, withStorage } = context;
    const companyId = readCompanyId(values.company);
    const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
    const senders = await withStorage(({ database, secrets }) =>
      listCompanySenders(database.pool, secrets, publicUrl, companyId),
    );
    if (senders === null) return noSuchCompany(context);
    if (values.json) {
      print(JSON.stringify(senders));
      return exitCodes.ok;
    }
    if (senders.length === 0) remark('The company has no sender yet. Connect one with: sender add');
    for (const sender of senders) {
      print(lineOf(sender));
      if (!sender.is_simulated) print(`    callback  ${sender.callback_url}`);
      if (sender.failure) print(`    ${sender.failure.cause} ${sender.failure.action}`);
    }
    return exitCodes.ok;
  },
};
