// Callbacks that cannot be used leave a trace where people look: a line in the Event Monitor, the sender's own page and
// the log. Any client may call the address, so one of a kind per sender and minute is kept, with how many came.

import type { RequestRecorder } from '../monitoring/record-requests.ts';
import { storableText, storableTextOrNull } from '../platform/database/storable-text.ts';
import { newUuid } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { removeQuerySecrets } from '../platform/redact.ts';
import { minuteMilliseconds } from '../platform/time.ts';
import type { Sender } from '../senders/directory.ts';

export interface CallbackProblem {
  readonly code: 'callback_refused' | 'invalid_json' | 'callback_number_unknown';
  readonly detail: string;
  /** The status of the answer to the callback. */
  readonly status: number;
  /** Kept only when the provider is proven to have said it. */
  readonly body: string | null;
}

/** Where a callback came from. */
export interface CallbackOrigin {
  readonly method: string;
  readonly path: string;
  readonly source: string;
  readonly userAgent: string | null;
  readonly bodyBytes: number;
  /** `performance.now()` of its arrival. */
  readonly begunAt: number;
}

export interface ProblemTracerOptions {
  readonly recorder: Pick<RequestRecorder, 'record'>;
  /** Records it with the sender. */
  readonly note: (sender: Sender, problem: string) => Promise<void>;
  readonly log: Log;
  readonly now?: () => number;
}

export type TraceProblem = (sender: Sender, origin: CallbackOrigin, problem: CallbackProblem) => void;

const bodyCharactersMax = 65_536;
const pathCharactersMax = 500;
const userAgentCharactersMax = 300;

export const createProblemTracer = ({
  recorder,
  note,
  log,
  now = Date.now,
}: ProblemTracerOptions): TraceProblem => {
  const traced = new Map<string, { at: number; unseen: number }>();

  const record = (sender: Sender, origin: CallbackOrigin, problem: CallbackProblem, answer: string): void =>
    recorder.record({
      companyId: sender.companyId,
      id: newUuid(),
      method: origin.method,
      path: storableText(removeQuerySecrets(origin.path), pathCharactersMax),
      status: problem.status,
      errorCode: problem.code,
      receivedAt: origin.begunAt,
      source: origin.source,
      userAgent: storableTextOrNull(origin.userAgent, userAgentCharactersMax),
      callerRequestId: null,
      idempotencyKey: null,
      body: storableTextOrNull(problem.body, bodyCharactersMax),
      bodyBytes: origin.bodyBytes,
      // The gateway cannot run it again: only the provider can sign it.
      bodyIsWhole: false,
      answer,
      messageId: null,
      retryOf: null,
    });

  return (sender, origin, problem) => {
    const key = `${sender.id} ${problem.code}`;
    const known = traced.get(key);
    const time = now();
    if (known && time - known.at < minuteMilliseconds) {
      known.unseen += 1;
      return;
    }
    traced.set(key, { at: time, unseen: 0 });
    const { code } = problem;
    const more = known?.unseen ? ` ${known.unseen} more like it came before.` : '';
    const detail = `${problem.detail}${more}`;
    const text = JSON.stringify({ code, detail });
    record(sender, origin, problem, text);
    log.warn(
      { sender: sender.publicId, source: origin.source, code, detail },
      'a callback could not be used',
    );
    note(sender, text).catch((error: unknown) =>
      log.warn({ err: error, sender: sender.publicId }, 'the problem of a callback could not be recorded'),
    );
  };
};
