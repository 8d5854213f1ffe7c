// Follows an accepted message: its statuses fall due one after the other, turn the ticks on the phone and are sent as
// webhooks. One entry in the schedule per message at any time.
import type { People } from '../account/people.ts';
import type { ChatMessage, Conversations } from '../chat/conversations.ts';
import type { SettingsStore } from '../settings.ts';
import type { Schedule } from '../time/schedule.ts';
import type { WebhookQueue } from '../webhook/webhook-queue.ts';
import type { StatusStep } from './plan-statuses.ts';
import { type Acceptance, statusUpdate } from './status-update.ts';

export interface FollowParts {
  schedule: Schedule;
  webhooks: WebhookQueue;
  conversations: Conversations;
  people: People;
  settings: SettingsStore;
}

export interface FollowMessage {
  /** Lets the statuses come, each in its time. */
  follow(acceptance: Acceptance, shown: ChatMessage, steps: readonly StatusStep[]): void;
  /** One status at once; `tried` is called when its webhook has been tried. */
  report(acceptance: Acceptance, shown: ChatMessage, step: StatusStep, tried?: () => void): void;
  /** Messages whose statuses were dropped because too many were waiting. */
  abandoned(): number;
}

const pendingMax = 1_000_000;

export function createFollowMessage(parts: FollowParts): FollowMessage {
  const { schedule, webhooks, conversations, people, settings } = parts;
  let abandoned = 0;

  function report(acceptance: Acceptance, shown: ChatMessage, step: StatusStep, tried?: () => void): void {
    const { number, message } = acceptance;
    const { phoneNumberId } = number;
    conversations.setStatus(phoneNumberId, message.waId, shown, step.status, step.errorCode);
    const { conversationInStatuses } = settings.of(phoneNumberId);
    const person = people.find(message.waId);
    webhooks.push(statusUpdate(acceptance, step, person, conversationInStatuses), tried);
  }

  function next(
    acceptance: Acceptance,
    shown: ChatMessage,
    steps: readonly StatusStep[],
    index: number,
  ): void {
    const step = steps[index];
    if (!step) return;
    schedule.at(acceptance.answeredAt + step.postAfterMs, () => {
      report(acceptance, shown, step);
      next(acceptance, shown, steps, index + 1);
    });
  }

  return {
    follow(acceptance, shown, steps) {
      if (schedule.size() < pendingMax) next(acceptance, shown, steps, 0);
      else abandoned += 1;
    },
    report,
    abandoned: () => abandoned,
  };
}
