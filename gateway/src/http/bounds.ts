// The bounds at which the gateway refuses or cuts short to stay up, by name: counted for Prometheus, and logged for the
// operator in a line that says what happens, to whom, and which setting decides it. Each bound is logged at most once a
// minute.

import type { ErrorCode } from '@hudhud/contract/errors.ts';
import type { Log } from '../platform/log.ts';

interface Bound {
  /** The effect on callers. */
  readonly text: string;
  readonly advice: string;
}

const catalogue = {
  inbox: {
    text: 'The inbox is full: requests of every company are answered 503.',
    advice: 'Add a process, or raise INBOX_REQUESTS_MAX and INBOX_BYTES_MAX if there is memory left.',
  },
  company_share: {
    text: 'A company holds its whole share of the inbox: its further requests are answered 429.',
    advice:
      'See in the Event Monitor what it sends; suspend it, or raise INBOX_REQUESTS_MAX and INBOX_BYTES_MAX.',
  },
  strangers: {
    text: 'Too many callers without credentials at a time: sign-in and the like are answered 503.',
    advice:
      'Companies are not touched. Look for a flood in front of the gateway, or raise STRANGER_REQUESTS_MAX.',
  },
  address_share: {
    text: 'One address has too many unanswered requests without credentials: more are answered 429.',
    advice:
      'Block the address if it is an attack. If it is your proxy, set TRUST_PROXY; else raise ADDRESS_REQUESTS_MAX.',
  },
  callbacks: {
    text: 'Too many callbacks of providers at a time: more are answered 503, and providers repeat them.',
    advice:
      'See whether the database is slow (hudhud_statuses_waiting); add a process or raise CALLBACK_REQUESTS_MAX.',
  },
  callback_share: {
    text: 'A sender or its company holds its whole share of open callbacks: more of them are answered 429, and the provider repeats them.',
    advice: 'Other senders are not touched. Look for somebody who calls its callback address and never ends.',
  },
  body_deadline: {
    text: 'A body without proven credentials did not arrive in time: the caller was answered 408 and cut off.',
    advice: 'Honest but slow callers need a higher STRANGER_SECONDS.',
  },
  request_deadline: {
    text: 'A request did not arrive in time: the caller was answered 408 and cut off.',
    advice: 'Look at the network between the caller and the gateway, or for somebody who holds connections.',
  },
  send_waiting: {
    text: 'Too many sends of one company wait for its provider: the oldest are answered 202 before their time.',
    advice: 'Nothing is lost. See whether its provider answers, or raise SEND_WAITING_MAX.',
  },
  body: {
    text: 'A body was larger, or its JSON deeper or fuller, than is read: the caller was answered 413 or 400.',
    advice:
      'See in the Event Monitor what was sent; honest bodies that are too large need a higher BODY_BYTES_MAX.',
  },
  imports: {
    text: 'A company uploads more files of contacts at a time than it may: it is answered 429.',
    advice:
      'Other companies are not touched. Look at its imports; each file takes a thread while it is read.',
  },
  uploads: {
    text: 'Too many files of messages come in, or are read by links, at a time: more are answered 429 or 503.',
    advice: 'See whether the store of files is slow, or raise MEDIA_UPLOADS_MAX.',
  },
  rate: {
    text: 'A company calls, or an address tries credentials or sign-ins, too often: it is answered 429.',
    advice:
      'See in the Event Monitor what it does, or raise REQUESTS_PER_MINUTE, REFUSALS_PER_MINUTE or SIGN_IN_TRIES.',
  },
  streams: {
    text: 'A company follows more live lists at a time than it may: more are answered 429.',
    advice:
      'Lists without a live stream are read as before. Look for a program that opens streams and leaves them.',
  },
  private_address: {
    text: 'A webhook or the base address of a sender leads into a network that is not public: it was not called.',
    advice: 'If the network is yours and meant, name it in WEBHOOK_ALLOWED_NETWORKS.',
  },
} as const satisfies Record<string, Bound>;

export type BoundName = keyof typeof catalogue;

export const boundNames = Object.keys(catalogue) as BoundName[];

/** Bounds that are recognised by the code of the answer, wherever it comes from. */
export const boundOfCode: Readonly<Partial<Record<ErrorCode, BoundName>>> = {
  body_too_large: 'body',
  json_too_deep: 'body',
  contact_import_too_large: 'body',
  media_too_big: 'body',
  too_many_contact_imports: 'imports',
  rate_limited: 'rate',
  too_many_streams: 'streams',
};

/** The company, user or address that reached it, in public ids; nothing secret. */
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
  const logged = new Map<BoundName, { at: number; since: number }>();
  return {
    reached(name, subject = {}) {
      count(name);
      const time = now();
      const last = logged.get(name);
      if (last && time - last.at < quietMilliseconds) {
        last.since += 1;
        return;
      }
      logged.set(name, { at: time, since: 0 });
      const { text, advice } = catalogue[name];
      log.warn({ bound: name, ...subject, more_since_last_line: last?.since ?? 0, advice }, text);
    },
  };
};
