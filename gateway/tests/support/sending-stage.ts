// A gateway that really sends, to the simulator inside it, and what a test of sending asks again and again: what has
// reached the simulator, what becomes of a message, and faults on demand.

import type { Message } from '@hudhud/contract/messages.ts';
import type { Sender } from '@hudhud/contract/senders.ts';
import type { TestDatabase } from './database.ts';
import { sendingEnvironment, type TestCompany, type TestGateway, useGateway } from './gateway.ts';
import { waitUntil } from './wait-until.ts';

/** One message as the simulator has received it. */
export interface LedgerEntry {
  readonly to: string;
  readonly opaque: string;
  readonly received_at: number;
  readonly outcome: 'accepted' | 'refused';
  readonly code: number | null;
  readonly body: { readonly text: { readonly body: string } };
}

export interface FaultChoices {
  readonly name: string;
  readonly code?: number;
  readonly to?: string;
  readonly count?: number;
  readonly delay_ms?: number;
}

export interface SendingCompany extends TestCompany {
  readonly sender: Sender;
  readonly account: string;
  /** The messages that the simulator has received from this company, oldest first. */
  ledger(filter?: Readonly<Record<string, string>>): Promise<LedgerEntry[]>;
  addFault(fault: FaultChoices): Promise<void>;
  clearFaults(): Promise<void>;
  message(id: string): Promise<Message>;
  /** Waits until the message has one of these statuses. */
  waitFor(id: string, ...statuses: Message['status'][]): Promise<Message>;
  currentSender(): Promise<Sender>;
  setPace(messagesPerSecond: number): Promise<void>;
}

export interface SendingStage extends TestGateway {
  createSendingCompany(): Promise<SendingCompany>;
  /** The simulator knows its number already: it was called with the number's credentials. */
  createKnownCompany(): Promise<SendingCompany>;
}

const control = '/simulator/control';

const equip = async (gateway: TestGateway, company: TestCompany): Promise<SendingCompany> => {
  const { body } = await company.get<{ data: [Sender] }>('/api/v1/senders');
  const [sender] = body.data;
  const { account } = sender;
  const faults: string[] = [];
  const message = async (id: string): Promise<Message> =>
    (await company.get<Message>(`/api/v1/messages/${id}`)).body;
  return {
    ...company,
    sender,
    account,
    message,
    async ledger(filter = {}) {
      const query = new URLSearchParams({ phone_number_id: account, limit: '10000', ...filter });
      const answer = await gateway.call<{ data: LedgerEntry[] }>('GET', `${control}/ledger?${query}`);
      return answer.body.data;
    },
    async addFault(fault) {
      const answer = await gateway.call<{ id: string }>('POST', `${control}/faults`, {
        body: { ...fault, phone_number_id: account },
      });
      if (answer.status !== 201) throw new Error(`the simulator refused the fault: ${answer.text}`);
      faults.push(answer.body.id);
    },
    async clearFaults() {
      for (const id of faults.splice(0)) await gateway.call('DELETE', `${control}/faults/${id}`);
    },
    waitFor: (id, ...statuses) =>
      waitUntil(`the message ${id} was ${statuses.join(' or ')}`, async () => {
        const found = await message(id);
        return statuses.includes(found.status) && found;
      }),
    async currentSender() {
      return (await company.get<Sender>(`/api/v1/senders/${sender.id}`)).body;
    },
    async setPace(messagesPerSecond) {
      const answer = await company.call('PATCH', `/api/v1/senders/${sender.id}`, {
        body: { messages_per_second: messagesPerSecond },
      });
      if (answer.status !== 200) throw new Error(`the pace was refused: ${answer.text}`);
    },
  };
};

export const useSendingStage = async (
  environment: Readonly<Record<string, string>> = {},
  database?: TestDatabase,
): Promise<SendingStage> => {
  const gateway = await useGateway({
    ...(database && { database }),
    environment: { ...sendingEnvironment, ...environment },
  });
  // People of a test look at their phones at once.
  await gateway.call('PATCH', `${control}/settings`, {
    body: { sent_delay_ms: 20, delivered_delay_ms: 60, read_delay_ms: 120 },
  });
  const createSendingCompany = async (): Promise<SendingCompany> =>
    equip(gateway, await gateway.createCompany());
  return {
    ...gateway,
    createSendingCompany,
    async createKnownCompany() {
      const company = await createSendingCompany();
      await company.call('POST', `/api/v1/senders/${company.sender.id}/test`);
      return company;
    },
  };
};
