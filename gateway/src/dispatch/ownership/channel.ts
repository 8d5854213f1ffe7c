// Notifications between the processes that send. Nothing relies on them: a poll also finds everything.

import { splitForNotifications } from '../../platform/database/notified-ids.ts';

export const channelName = 'hudhud_dispatch';

/**
 * `lanes`: messages wait in these lanes. `settled`: the outcomes of these messages are known. `sent`: the same, and all of them
 * were sent. `free`: a process released its lanes. `wanted`: these lanes are asked for. `given`: these lanes were handed over. `slow`: a provider asks these senders to
 * slow down, for so many milliseconds (`id/milliseconds`).
 */
export type Topic = 'lanes' | 'settled' | 'sent' | 'free' | 'wanted' | 'given' | 'slow';

const originMark = 'from:';

/** `origin` names the process that sends it, so that it recognises its own notification. */
export const toPayloads = (topic: Topic, ids: readonly string[], origin: string): string[] => {
  const lists = ids.length === 0 ? [ids] : splitForNotifications(ids);
  return lists.map((list) => [topic, ...list, `${originMark}${origin}`].join(' '));
};

export interface Word {
  readonly topic: Topic;
  readonly ids: readonly string[];
  readonly origin: string | null;
}

export const readPayload = (payload: string): Word => {
  const [topic, ...rest] = payload.split(' ');
  const origin = rest.find((word) => word.startsWith(originMark));
  return {
    topic: topic as Topic,
    ids: rest.filter((word) => word !== origin),
    origin: origin?.slice(originMark.length) ?? null,
  };
};
