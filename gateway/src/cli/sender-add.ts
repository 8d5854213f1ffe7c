// `hudhud sender add`

import { toPublicId } from '../platform/ids.ts';
import { defaultProvider, findProvider, providerNames } from '../providers/registry.ts';
import { addSender, type NewSender } from '../senders/add-sender.ts';
import { checkFields } from '../senders/check-fields.ts';
import { newSimulatedNumber, runsSimulator } from '../simulator/simulator-number.ts';
import { type Command, type CommandContext, exitCodes, jsonOption, UsageError } from './command.ts';
import {
  companyOption,
  fieldOption,
  numberOption,
  orRefused,
  rateOption,
  readCompanyId,
  readFields,
  readName,
  readNumber,
  readRate,
} from './sender-options.ts';

type Connection = Pick<NewSender, 'provider' | 'fields' | 'phoneNumber' | 'isSimulated'>;

const readConnection = async (context: CommandContext): Promise<Connection> => {
  const { values, lists } = context;
  if (values.simulator) {
    if (!runsSimulator(context.config))
      throw new UsageError('--simulator: no simulator runs here; see SIMULATOR.');
    if (lists.field) throw new UsageError('--simulator and --field exclude each other.');
    const number = newSimulatedNumber();
    const simulated = findProvider(number.provider);
    if (!simulated) throw new Error(`the simulator speaks ${number.provider}, which is no provider`);
    return { provider: simulated, fields: number.fields, phoneNumber: number.phoneNumber, isSimulated: true };
  }
  const provider = findProvider(String(values.provider));
  if (!provider) throw new UsageError(`--provider must be one of: ${providerNames.join(', ')}.`);
  return {
    provider,
    fields: checkFields(provider, await readFields(context)),
    phoneNumber: values.number === undefined ? null : readNumber(values.number),
    isSimulated: false,
  };
};

export const senderAdd: Command = {
  name: 'sender add',
  summary: 'Connect a WhatsApp number to a company.',
  options: {
    company: companyOption,
    name: { type: 'string', value: 'NAME', meaning: 'How people call it.', isRequired: true },
    provider: {
      type: 'string',
      value: 'NAME',
      meaning: `Who carries its messages: ${providerNames.join(', ')}.`,
      default: defaultProvider,
    },
    field: fieldOption,
    simulator: { type: 'boolean', meaning: "Connect it to the gateway's simulator; needs no fields." },
    number: numberOption,
    rate: rateOption,
    default: { type: 'boolean', meaning: 'Make it the default sender of the company.' },
    json: jsonOption,
  },
  example:
    'sender add --company co_01kagx5p9ne0ps4a2v7qk3m8dz --name "Front desk" --field phone_number_id=106540352242922 --field access_token=@token.txt --field app_secret=@secret.txt --field verify_token=any-text',
  run: (context) =>
    orRefused(context.remark, async () => {
      const { values, print, remark, withStore } = context;
      const companyId = readCompanyId(values.company);
      const sender: NewSender = {
        companyId,
        name: readName(values.name),
        storeId: null,
        messagesPerSecond: values.rate === undefined ? null : readRate(values.rate),
        isDefault: values.default === true,
        ...(await readConnection(context)),
      };
      const id = await withStore(({ database, secrets }) => addSender(database.pool, secrets, sender));
      if (id === null) {
        remark(`There is no company ${values.company}.`);
        return exitCodes.notFound;
      }
      const senderId = toPublicId('sender', id);
      print(values.json ? JSON.stringify({ sender_id: senderId }) : `Connected ${sender.name}: ${senderId}`);
      return exitCodes.ok;
    }),
};
