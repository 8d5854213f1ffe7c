// People who answer by themselves: the same words back, or one sentence for everything. A demonstration is livelier
// with a person at the other end.
import type { People } from '../account/people.ts';
import type { Acceptance } from '../message/status-update.ts';
import type { SettingsStore } from '../settings.ts';
import type { Clock } from '../time/clock.ts';
import type { Schedule } from '../time/schedule.ts';
import type { SendInbound } from './send-inbound.ts';

export interface AutoReplyParts {
  clock: Clock;
  schedule: Schedule;
  settings: SettingsStore;
  people: People;
  sendInbound: SendInbound;
}

export function createAutoReply(parts: AutoReplyParts): (acceptance: Acceptance) => void {
  const { clock, schedule, settings, people, sendInbound } = parts;
  return ({ number, message }) => {
    const { autoReply } = people.find(message.waId);
    if (autoReply === null) return;
    const received = (message.content as { body?: string } | undefined)?.body;
    const content = autoReply === 'echo' ? (received ?? `You sent a ${message.type}.`) : autoReply;
    const { readDelayMs, autoReplyDelayMs } = settings.of(number.phoneNumberId);
    schedule.at(clock.now() + readDelayMs + autoReplyDelayMs, () => {
      sendInbound(number, { from: message.waId, content });
    });
  };
}
