// How the outcome of a send is put into the words of a provider.
import type { GraphError } from '../cloud/graph-error.ts';
import type { BehaviourSettings } from '../settings.ts';
import type { Acceptance } from './status-update.ts';

export interface WrittenAnswer {
  status: number;
  contentType: string;
  body: string;
}

/** As most providers answer. */
export const jsonAnswer = (status: number, body: object): WrittenAnswer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
});

export interface AnswerFormat {
  accepted(acceptance: Acceptance): WrittenAnswer;
  /** The error is Meta's; a dialect writes its own provider's error for it. */
  refused(error: GraphError, settings: BehaviourSettings): WrittenAnswer;
  /** A note that a person's message was read has been accepted. */
  read(): WrittenAnswer;
}
