// The interface of the simulator without HTTP. Dialects put a provider's wire format in front of it; create-simulator.ts
// makes one.
import type { BusinessNumber, NumberInput } from './account/numbers.ts';
import type { Templates } from './account/templates.ts';
import type { InboundInput, InboundResult } from './chat/send-inbound.ts';
import type { World } from './create-world.ts';
import type { ReceiveMessage } from './message/receive-message.ts';
import type { BehaviourSettings, Settings } from './settings.ts';
import type { Verification } from './webhook/verify-callback.ts';
import type { WebhookQueue } from './webhook/webhook-queue.ts';

export interface NumberRegistration extends NumberInput {
  /** Settings of this number that differ from the general ones. */
  settings?: Partial<BehaviourSettings>;
}

export interface Simulator extends World {
  templates: Templates;
  webhooks: WebhookQueue;
  /** Adds a simulated number, or replaces the one with this id. */
  registerNumber(input: NumberRegistration): BusinessNumber;
  /** One request to `/messages`: what the caller gets, and everything that follows from it. */
  receiveMessage: ReceiveMessage;
  sendInbound(phoneNumberId: string, input: InboundInput): InboundResult;
  /** A webhook of any field, with any value. */
  sendField(number: BusinessNumber, field: string, value: object): void;
  /** The person stops or resumes marketing messages of this number, and the business is notified. */
  setMarketing(number: BusinessNumber, waId: string, value: 'stop' | 'resume'): void;
  verifyCallback(callbackUrl: string, verifyToken: string): Promise<Verification>;
  changeSettings(changes: Partial<Settings>): void;
  setPublicUrl(url: string): void;
  stats(): object;
  /** Forgets everything but the numbers. */
  reset(): void;
  close(): Promise<void>;
}
