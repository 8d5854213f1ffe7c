// The SQL of requests and of their answers. Most of it are parts: a request is written in the commit of what it asked for, and
// its answer in the commit of the outcome, by statements of other rooms.

import { batchedStatement, expectFew } from '../../platform/database/batched-statement.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isWithin } from '../../platform/database/id-bounds.ts';
import { answeredRow, requestColumns, type WaitedAnswer } from '../request-row.ts';

/** Writes requests; `source` has their columns, and may end in a condition. */
export const insertRequestsFrom = (source: string, ifThere = 'on conflict do nothing'): string => `
    insert into requests (${requestColumns.names})
    select ${requestColumns.names} from ${source}
    ${ifThere}`;

/** The rows of `answerColumns` as `answerRequestsFrom` and `answerKeysFrom` want them. */
export const selectAnswers = (rows: string, condition: string): string => `
    select *, array[request_id] as request_ids from ${rows}
    where ${condition} and ${expectFew('status')}`;

/** Writes answers into the rows of their requests. `answers`: the name of what `selectAnswers` selects. */
export const answerRequestsFrom = (answers: string, smallest: string, largest: string): string => `
    update requests
    set status = ${answers}.status, answer = ${answers}.answer, error_code = ${answers}.code,
      duration_ms = ${answers}.milliseconds
    from ${answers}
    where requests.company_id = ${answers}.company_id and requests.id = any (${answers}.request_ids)
      and ${isWithin('requests.id', smallest, largest)}`;

/** Sets the answer that the idempotency keys of these requests give from now on. */
export const answerKeysFrom = (answers: string): string => `
    update idempotency_keys
    set status = ${answers}.status, answer = ${answers}.answer
    from ${answers}
    where idempotency_keys.company_id = ${answers}.company_id and idempotency_keys.key = ${answers}.idempotency_key
      and idempotency_keys.message_id = ${answers}.message_id`;

const answeredColumns = requestColumns.from(answeredRow);

const replacingAnswer = `on conflict (company_id, id) do update
  set status = excluded.status, answer = excluded.answer, error_code = excluded.error_code,
    duration_ms = excluded.duration_ms`;

const answering = batchedStatement(
  'answer-requests',
  { answers: answeredColumns },
  ({ answers }) => `
  with incoming as materialized (select * from ${answers.rows}),
  remembered as (${answerKeysFrom('incoming')})
  ${insertRequestsFrom('incoming', replacingAnswer)}`,
);

/** Writes the answers of requests whose rows may not be there yet. */
export const answerRequests = async (db: Queryable, rows: readonly WaitedAnswer[]): Promise<void> => {
  await db.query(answering({ answers: rows }));
};
