// Made from contract/ by `npm run docs`: the types of event-envelope, as the API has them. Do not edit.

/** What every event says besides its name and its data. */
export interface EventEnvelope {
  /** The id of the event. It is the same in every attempt, so it tells duplicates apart. */
  readonly id: string;
  /** When it happened, to the second, with the company's UTC offset. */
  readonly timestamp: string;
}
