// The simulator without HTTP: the world and everything that happens in it, put together in one place. Tests drive it
// directly; the Fastify plugin puts the Cloud API and the control API in front of it.
import type { BusinessNumber } from './account/numbers.ts';
import { createTemplates, type Template, type TemplateNews } from './account/templates.ts';
import { createAutoReply } from './chat/auto-reply.ts';
import { createSendInbound } from './chat/send-inbound.ts';
import { createWorld, resetWorld, type World, type WorldOptions } from './create-world.ts';
import { dialectOf } from './dialects/registry.ts';
import { createFollowMessage } from './message/follow-message.ts';
import type { Direction } from './message/message-id.ts';
import { createReceiveMessage } from './message/receive-message.ts';
import type { Simulator } from './simulator.ts';
import { marketingValue, templateNotice } from './webhook/account-notices.ts';
import { createWebhookSender, type WebhookSender } from './webhook/send-webhook.ts';
import { verifyCallback } from './webhook/verify-callback.ts';
import { createWebhookQueue } from './webhook/webhook-queue.ts';

export type { Simulator };

export interface SimulatorOptions extends WorldOptions {
  /** Sends webhooks; undici with kept-alive connections when left out. */
  sender?: WebhookSender;
  /** Where the simulator is reached, with its prefix, for media links inside webhooks. */
  publicUrl?: string;
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
    formatOf: (number) => dialectOf(number).callbacks,
    publicUrl: () => publicUrl,
  });
  const templates = createTemplates(clock, schedule, notifyTemplateChange);
  const speech = speakDialects(world);
  const following = createFollowMessage({ ...world, webhooks });
  const sendInbound = createSendInbound({ ...world, ...speech, webhooks, publicUrl: () => publicUrl });
  const arrived = createAutoReply({ ...world, sendInbound });

  function sendField(number: BusinessNumber, field: string, value: object): void {
    webhooks.push({ kind: 'field', number, field, value, atMs: clock.now() });
  }

  function notifyTemplateChange(template: Template, news: TemplateNews): void {
    const [number] = numbers.ofAccount(template.wabaId);
    const { field, value } = templateNotice(template, news);
    if (number) sendField(number, field, value);
  }

  return {
    ...world,
    templates,
    webhooks,
    registerNumber({ settings: own = {}, ...input }) {
      settings.setOwn(input.phoneNumberId, own);
      return numbers.register(input);
    },
    receiveMessage: createReceiveMessage({ ...world, ...speech, templates, following, arrived }),
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
      media: { uploads: world.media.uploads() },
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

/** Ids and answers in the form of the number's provider. */
const speakDialects = ({ ids }: World) => ({
  newMessageId: (
    number: BusinessNumber,
    direction: Direction,
    message: { type: string; waId: string },
  ): string => dialectOf(number).newMessageId?.(direction, message) ?? ids.next(direction, message.waId),
  answersOf: (number: BusinessNumber) => dialectOf(number).answers,
});
