// The simulator without HTTP: the world and everything that happens in it, put together in one place. Tests drive it
// directly; the Fastify plugin puts the Cloud API and the control API in front of it.
import { randomBytes } from 'node:crypto';
import type { BusinessNumber, NumberInput } from './account/numbers.ts';
import { createTemplates, type Template, type Templates } from './account/templates.ts';
import { createAutoReply } from './chat/auto-reply.ts';
import { createSendInbound, type InboundInput, type InboundResult } from './chat/send-inbound.ts';
import { createWorld, resetWorld, type World, type WorldOptions } from './create-world.ts';
import { createFollowMessage } from './message/follow-message.ts';
import { createReceiveMessage, type ReceiveMessage } from './message/receive-message.ts';
import type { BehaviourSettings, Settings } from './settings.ts';
import { marketingValue, templateStatusValue } from './webhook/account-notices.ts';
import { createWebhookSender, type WebhookSender } from './webhook/send-webhook.ts';
import { type Verification, verifyCallback } from './webhook/verify-callback.ts';
import { createWebhookQueue, type WebhookQueue } from './webhook/webhook-queue.ts';

export interface SimulatorOptions extends WorldOptions {
  /** Sends webhooks; undici with kept-alive connections when left out. */
  sender?: WebhookSender;
  /** Where the simulator is reached, with its prefix, for media links inside webhooks. */
  publicUrl?: string;
}

export interface NumberRegistration extends NumberInput {
  /** What differs from the general settings for this number. */
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
  /** The person stops or resumes marketing messages of this number, and the business is told. */
  setMarketing(number: BusinessNumber, waId: string, value: 'stop' | 'resume'): void;
  verifyCallback(callbackUrl: string, verifyToken: string): Promise<Verification>;
  changeSettings(changes: Partial<Settings>): void;
  setPublicUrl(url: string): void;
  stats(): object;
  /** Forgets everything but the numbers. */
  reset(): void;
  close(): Promise<void>;
}

export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const world = createWorld(options);
  const { clock, schedule, settings, numbers, windows, ledger } = world;
  const sender = options.sender ?? createWebhookSender();
  let publicUrl = options.publicUrl ?? null;

  const webhooks = createWebhookQueue({
    ...world,
    settings: settings.all,
    sender,
    callbackUrl: numbers.callbackUrl,
  });
  const templates = createTemplates(clock, schedule, tellTemplateStatus);
  const following = createFollowMessage({ ...world, webhooks });
  const sendInbound = createSendInbound({ ...world, webhooks, publicUrl: () => publicUrl });
  const arrived = createAutoReply({ ...world, sendInbound });
  const traceId = () => `A${randomBytes(16).toString('base64url')}`;

  function sendField(number: BusinessNumber, field: string, value: object): void {
    webhooks.push({ kind: 'field', number, field, value, atMs: clock.now() });
  }

  function tellTemplateStatus(template: Template): void {
    const [number] = numbers.ofAccount(template.wabaId);
    if (number) sendField(number, 'message_template_status_update', templateStatusValue(template));
  }

  return {
    ...world,
    templates,
    webhooks,
    registerNumber({ settings: own = {}, ...input }) {
      settings.setOwn(input.phoneNumberId, own);
      return numbers.register(input);
    },
    receiveMessage: createReceiveMessage({ ...world, templates, following, arrived, traceId }),
    sendInbound(phoneNumberId, input) {
      const number = numbers.find(phoneNumberId);
      if (number) return sendInbound(number, input);
      return { kind: 'refused', reason: `there is no number ${phoneNumberId}` };
    },
    sendField,
    setMarketing(number, waId, value) {
      if (value === 'stop') windows.stopMarketing(number.phoneNumberId, waId);
      else windows.resumeMarketing(number.phoneNumberId, waId);
      sendField(number, 'user_preferences', marketingValue(number, waId, value, clock.now()));
    },
    verifyCallback: (url, token) => verifyCallback(sender, url, token, settings.all().webhookTimeoutMs),
    changeSettings(changes) {
      settings.change(changes);
      webhooks.release();
    },
    setPublicUrl(url) {
      publicUrl = url;
    },
    stats: () => ({
      ledger: ledger.totals(),
      webhooks: webhooks.stats(),
      pending: schedule.size(),
      abandoned: following.abandoned(),
    }),
    reset() {
      resetWorld(world);
      webhooks.clear();
      templates.clear();
    },
    async close() {
      schedule.clear();
      webhooks.clear();
      ledger.close();
      await sender.close();
    },
  };
}
