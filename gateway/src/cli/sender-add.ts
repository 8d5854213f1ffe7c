// `hudhud sender add`

import type { SenderTest } from '@hudhud/contract/senders.ts';
import { toPublicId } from '../platform/ids.ts';
import { defaultProvider, findProvider, providerNames } from '../providers/registry.ts';
import { addSender, type NewSender } from '../senders/add-sender.ts';
import { callbackPath } from '../senders/callback-path.ts';
import { checkFields } from '../senders/check-fields.ts';
import { loadSenders } from '../senders/load-senders.ts';
import { runsSimulator } from '../simulator/runs-simulator.ts';
import { newSimulatedNumber } from '../simulator/simulator-number.ts';
import { type Command, type CommandContext, exitCodes, jsonOption, UsageError } from './command.ts';
import { companyOption, noSuchCompany, readCompanyId } from './company-options.ts';
import {
  defaultOption,
  fieldOption,
  nameOption,
  numberOption,
  orRefused,
  publicUrlOf,
  rateOption,
  readFields,
  readName,
  readNumber,
  readRate,
  refuseUnregistered,
  registerOption,
} from './sender-options.ts';
import { describeStep, runDoctor } from './sender-test.ts';

type Connection = Pick<NewSender, 'provider' | 'fields' | 'phoneNumber' | 'isSimulated'>;

const readConnection = async (context: CommandContext): Promise<Connection> => {
  const { values, lists } = context;
  const provider = findProvider(String(values.provider));
  if (!provider) throw new UsageError(`--provider must be one of: ${providerNames.join(', ')}.`);
  if (values['register-callback']) refuseUnregistered(provider);
  if (values.simulator) {
    if (!runsSimulator(context.config))
      throw new UsageError('--simulator: no simulator runs here; see SIMULATOR.');
    if (lists.field) throw new UsageError('--simulator and --field exclude each other.');
    const number = newSimulatedNumber(provider.name);
    if (!number) throw new UsageError(`--simulator: it does not speak ${provider.name}.`);
    return { provider, fields: number.fields, phoneNumber: number.phoneNumber, isSimulated: true };
  }
  return {
    provider,
    fields: checkFields(provider, await readFields(context)),
    phoneNumber: values.number === undefined ? null : readNumber(values.number),
    isSimulated: false,
  };
};

interface Added {
  /** UUID. */
  readonly id: string;
  /** Null: not tested. */
  readonly test: SenderTest | null;
}

/** It is stored whether it works or not: the provider takes its callback address only when there is one. */
const printAdded = (context: CommandContext, sender: NewSender, { id, test }: Added): void => {
  const { values, print, config } = context;
  const senderId = toPublicId('sender', id);
  const path = callbackPath({ provider: sender.provider.name, companyId: sender.companyId, id });
  const callbackUrl = `${publicUrlOf(config)}${path}`;
  if (values.json) {
    print(
      JSON.stringify({
        sender_id: senderId,
        callback_url: callbackUrl,
        ...(test && { is_working: test.is_working, steps: test.steps }),
      }),
    );
    return;
  }
  if (test?.is_working) print(`Connected ${sender.name}: ${senderId}`);
  else if (test) print(`Added ${sender.name}: ${senderId}. It does not work yet:`);
  else print(`Added ${sender.name}: ${senderId}`);
  for (const step of test?.steps ?? []) if (step.state === 'broken') print(describeStep(step));
  if (!sender.isSimulated) print(`Callback address for the provider: ${callbackUrl}`);
};

export const senderAdd: Command = {
  name: 'sender add',
  summary: 'Connect a WhatsApp number to a company.',
  options: {
    company: companyOption,
    name: { ...nameOption, isRequired: true },
    provider: {
      type: 'string',
      value: 'NAME',
      meaning: `Who carries its messages: ${providerNames.join(', ')}.`,
      default: defaultProvider,
    },
    field: fieldOption,
    simulator: { type: 'boolean', meaning: "Connect it to the gateway's simulator; needs no fields." },
    'register-callback': registerOption,
    number: numberOption,
    rate: rateOption,
    default: defaultOption,
    'skip-test': { type: 'boolean', meaning: 'Do not ask the provider whether it works.' },
    json: jsonOption,
  },
  example:
    'sender add --company co_01kagx5p9ne0ps4a2v7qk3m8dz --name "Front desk" --field phone_number_id=106540352242922 --field access_token=@token.txt --field app_secret=@secret.txt --field verify_token=any-text',
  run: (context) =>
    orRefused(context.remark, async () => {
      const { values, withStorage } = context;
      const companyId = readCompanyId(values.company);
      const sender: NewSender = {
        companyId,
        name: readName(values.name),
        storeId: null,
        messagesPerSecond: values.rate === undefined ? null : readRate(values.rate),
        isDefault: values.default === true,
        ...(await readConnection(context)),
      };
      const isTested = !values['skip-test'] && !sender.isSimulated;
      const added = await withStorage(async ({ database: { pool }, secrets }) => {
        const id = await addSender(pool, secrets, sender);
        if (id === null) return null;
        const loaded = isTested && (await loadSenders(pool, secrets)(companyId)).find((one) => one.id === id);
        const isRegistered = values['register-callback'] === true;
        const url = publicUrlOf(context.config);
        return { id, test: loaded ? await runDoctor(pool, loaded, url, isRegistered) : null };
      });
      if (!added) return noSuchCompany(context);
      printAdded(context, sender, added);
      return exitCodes.ok;
    }),
};
