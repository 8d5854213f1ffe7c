// `hudhud sender test`

import { createOutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import { loadSenders } from '../senders/load-senders.ts';
import { presentTest } from '../senders/present.ts';
import { testSender } from '../senders/test-sender.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';
import { companyOption, readCompanyId, readSenderId, senderOption } from './sender-options.ts';

export const senderTest: Command = {
  name: 'sender test',
  summary: "Ask the provider whether a sender's credentials work.",
  options: { company: companyOption, sender: senderOption, json: jsonOption },
  async run({ values, print, remark, withStore }) {
    const companyId = readCompanyId(values.company);
    const senderId = readSenderId(values.sender);
    return await withStore(async ({ database: { pool }, secrets }) => {
      const sender = (await loadSenders(pool, secrets)(companyId)).find(({ id }) => id === senderId);
      if (!sender) {
        remark(`The company has no sender ${values.sender}.`);
        return exitCodes.notFound;
      }
      if (sender.isSimulated) {
        remark('The sender is simulated: it works wherever the gateway runs its simulator.');
        return exitCodes.refused;
      }
      const http = createOutgoingHttp({ connections: 1 });
      const result = presentTest(await testSender(pool, http, sender).finally(() => http.close()));
      if (values.json) print(JSON.stringify(result));
      else if (result.is_working)
        print(`Working: ${result.name ?? ''} ${result.phone_number ?? ''}`.trimEnd());
      else remark(`${result.failure?.cause} ${result.failure?.action} (${result.failure?.detail})`);
      return result.is_working ? exitCodes.ok : exitCodes.refused;
    });
  },
};
