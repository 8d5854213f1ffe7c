// What the gateway refuses or cuts short to stay up, by name: counted for Prometheus, and told to the operator in a line
// that says what happens, to whom, and which setting decides it. Each bound is told at most once a minute.

import type { Log } from '../platform/log.ts';

interface Bound {
  /** What happens to callers now. */
  readonly tells: string;
  readonly advice: string;
}

const catalogue = {
  inbox: {
    tells: 'The inbox is full: requests of every company are answered 503.',
    advice: 'Add a process, or raise INBOX_REQUESTS_MAX and INBOX_BYTES_MAX if there is memory left.',
  },
  company_share: {
    tells: 'A company holds its whole share of the inbox: its further requests are answered 429.',
    advice:
      'See in the Event Monitor what it sends; suspend it, or raise INBOX_REQUESTS_MAX and INBOX_BYTES_MAX.',
  },
  strangers: {
    tells: 'Too many callers without credentials at a time: sign-in and the like are answered 503.',
    advice:
      'Companies are not touched. Look for a flood in front of the gateway, or raise STRANGER_REQUESTS_MAX.',
  },
  address_share: {
    tells: 'One address has too many unanswered requests without credentials: more are answered 429.',
    advice:
      'Block the address if it is an attack. If it is your proxy, set TRUST_PROXY; else raise ADDRESS_REQUESTS_MAX.',
  },
  callbacks: {
    tells: 'Too many callbacks of providers at a time: more are answered 503, and providers repeat them.',
    advice:
      'See whether the database is slow (hudhud_statuses_waiting); add a process or raise CALLBACK_REQUESTS_MAX.',
  },
  callback_share: {
    tells:
      'A sender or its company holds its whole share of open callbacks: more of them are answered 429, and the provider repeats them.',
    advice: 'Other senders are not touched. Look for somebody who calls its callback address and never ends.',
  },
  body_deadline: {
    tells:
      'A body without proven credentials did not arrive in time: the caller was answered 408 and cut off.',
    advice: 'Honest but slow callers need a higher STRANGER_SECONDS.',
  },
  request_deadline: {
    tells: 'A request did not arrive in time: the caller was answered 408 and cut off.',
    advice: 'Look at the network between the caller and the gateway, or for somebody who holds connections.',
  },
  send_waiting: {
    tells:
      'Too many sends of one company wait for its provider: the oldest are answered 202 before their time.',
    advice: 'Nothing is lost. See whether its provider answers, or raise SEND_WAITING_MAX.',
  },
} as const satisfies Record<string, Bound>;

export type BoundName = keyof typeof catalogue;

export const boundNames = Object.keys(catalogue) as BoundName[];

/** Who ran into it, in public ids; nothing secret. */
export type BoundSubject = Readonly<Record<string, string>>;

export interface Bounds {
  reached(name: BoundName, subject?: BoundSubject): void;
}

export interface BoundsOptions {
  readonly log: Log;
  readonly count: (name: BoundName) => void;
  readonly now?: () => number;
}

const quietMilliseconds = 60_000;

export const createBounds = ({ log, count, now = Date.now }: BoundsOptions): Bounds => {
  const told = new Map<BoundName, { at: number; since: number }>();
  return {
    reached(name, subject = {}) {
      count(name);
      const time = now();
      const last = told.get(name);
      if (last && time - last.at < quietMilliseconds) {
        last.since += 1;
        return;
      }
      told.set(name, { at: time, since: 0 });
      const { tells, advice } = catalogue[name];
      log.warn({ bound: name, ...subject, more_since_last_line: last?.since ?? 0, advice }, tells);
    },
  };
};
