// A Content of Twilio's: texts with variables that a message is made of.
import type { Template } from '../../account/templates.ts';
import type { Json } from '../../message/check-value.ts';

export interface Content {
  sid: string;
  accountSid: string;
  friendlyName: string;
  language: string;
  /** Samples, which also stand in for values that a send leaves out. */
  variables: Readonly<Record<string, string>>;
  types: Json;
  /** The world's template, once it was handed in for approval. */
  template: Template | null;
}
