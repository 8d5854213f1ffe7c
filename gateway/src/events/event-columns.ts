// The columns of events, for every statement that writes one, with the default of each column that a statement leaves
// out. A new column is one line here.

const unlessSaid = {
  company_id: 'company_id',
  id: 'event_id',
  type: 'type',
  at: 'now()',
  message_id: 'null',
  attempt: 'null',
  status: 'null',
  sender_id: 'null',
  data: 'null',
  delivering_epoch: 'null',
} as const;

type EventColumn = keyof typeof unlessSaid;

/** Stands behind `insert into events`, and before the `from` of what the events are made of. */
export const eventColumns = (said: Readonly<Partial<Record<EventColumn, string>>>): string => {
  const values: Record<EventColumn, string> = { ...unlessSaid, ...said };
  return `(${Object.keys(values).join(', ')})
    select ${Object.values(values).join(', ')}`;
};

/** The data of a status event, from a column `failure` with JSON: null without one. */
export const failureData = `'{"failure":' || failure || '}'`;

/** The same with a column `details` beside it: JSON of what else the provider says. `statusDataText` says the same. */
export const statusData = `case when details is null then ${failureData}
      else '{"failure":' || coalesce(failure, 'null') || ',' || substr(details, 2) end`;

/** The event of a status, made of rows that know the message, the attempt and the sender. */
export const statusEvent = (said: Readonly<Partial<Record<EventColumn, string>>>): string =>
  eventColumns({
    type: `'message_status'`,
    message_id: 'message_id',
    attempt: 'attempt',
    sender_id: 'sender_id',
    ...said,
  });
