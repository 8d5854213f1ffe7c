// A dialect is one provider's wire format over the same world. Inside, everything is in the words of Meta's Cloud API:
// a dialect turns a request into such a message and the outcome into its own answer, and a Meta-shaped update into its own
// callback. People, phone, ledger, limits and faults are then the same for all.
import type { FastifyInstance } from 'fastify';
import type { NumberInput } from '../account/numbers.ts';
import type { OpenConnections } from '../cloud/open-connections.ts';
import type { AnswerFormat } from '../message/answer-format.ts';
import type { Direction } from '../message/message-id.ts';
import type { Simulator } from '../simulator.ts';
import type { CallbackFormat } from '../webhook/callback-format.ts';

/** The values of a gateway's sender at this provider, by the names of its fields. */
export type SenderFields = Readonly<Record<string, string>>;

export interface DialectAccount {
  /** The number's credentials, from the fields of a sender. */
  credentials(
    fields: SenderFields,
  ): Pick<NumberInput, 'wabaId' | 'accessToken' | 'otherAccessTokens' | 'appSecret' | 'verifyToken'>;
  /** The fields of a new sender with this number, which is in E.164; without `base_url`. */
  newFields(phoneNumber: string): Record<string, string>;
}

export interface Dialect {
  /** As the gateway calls the provider. */
  readonly name: string;
  readonly title: string;
  /** Left out: ids in the form of Meta's. */
  readonly newMessageId?: (direction: Direction, message: { type: string; waId: string }) => string;
  readonly answers: AnswerFormat;
  readonly callbacks: CallbackFormat;
  /** Error codes of this provider that `answer_error` and `failed_status` may name besides Meta's. */
  knowsCode(code: number): boolean;
  readonly account: DialectAccount;
  routes(app: FastifyInstance, simulator: Simulator, connections: OpenConnections): Promise<void>;
  /** The number that the simulator has from the start when it runs alone. */
  readonly firstNumber: Omit<NumberInput, 'callbackUrl' | 'dialect'>;
  /** A line for the terminal that sends a message from the first number. */
  example(address: string): string;
}
