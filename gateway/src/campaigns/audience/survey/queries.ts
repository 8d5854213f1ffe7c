// The SQL that counts an audience: how many can be reached, what is wrong with the others, and who they are.

import type pg from 'pg';
import type { Queryable } from '../../../platform/database/database.ts';
import { type AudienceQuestion, type Finding, type Source, toSource } from '../queries.ts';
import type { StoredAudience } from '../stored-audience.ts';

export interface AudienceFigures {
  readonly listed: number;
  readonly invalid_phone_number: number;
  readonly opted_out: number;
  readonly placeholder_unresolved: number;
  readonly window_closed: number;
  readonly duplicate: number;
  readonly reachable: number;
  /** Reachable people who have opted in. */
  readonly agreed: number;
  /** People without another problem whose window is open. */
  readonly inside: number;
  /** People without another problem whose window is closed. */
  readonly outside: number;
  /** By placeholder, in the order of `placeholders`. */
  readonly unfilled: readonly number[];
}

/** A million people take seconds. */
const surveyMilliseconds = 60_000;

/**
 * Sets are joined by hash or merge, however many rows PostgreSQL expects, never by nested loops over everybody. Joins that
 * can only be index look-ups stay so. The setting ends with the transaction.
 */
const asked = async <Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  source: Source,
  text: string,
  finding: Finding,
): Promise<Row[]> => {
  await client.query(`set local enable_nestloop = ${finding === 'each' ? 'on' : 'off'}`);
  const { rows } = await client.query<Row>({
    text,
    values: source.values,
    query_timeout: surveyMilliseconds,
  } as pg.QueryConfig);
  return rows;
};

/** How many people an audience has at most, where that decides how they are best found. */
export const sizeOf = async (db: Queryable, { key, audience }: AudienceQuestion): Promise<number> => {
  if (audience.kind === 'list') return audience.listed;
  if (audience.kind !== 'retry') return 0;
  const { rows } = await db.query<{ last_position: number }>(
    'select last_position from campaigns where company_id = $1 and id = $2',
    [key.companyId, audience.campaignId],
  );
  return rows[0]?.last_position ?? 0;
};

/** Each person once: only a list may name the same person twice. */
const personIn = ({ kind }: StoredAudience): string =>
  kind === 'list' ? 'distinct person_key(phone_number)' : '*';

/** Reads the whole audience once. In a transaction of its own, because it may take longer than a list may. */
export const surveyAudience = async (
  client: pg.ClientBase,
  question: AudienceQuestion,
  finding: Finding,
): Promise<AudienceFigures> => {
  const { audience, placeholders, window } = question;
  const source = toSource(question, null, finding);
  const person = personIn(audience);
  const isMissing = `(problem is null or problem = 'placeholder_unresolved')`;
  const unfilled = placeholders.map(({ name, hasFallback }) => {
    if (hasFallback) return '0';
    source.values.push(name);
    return `count(*) filter (where ${isMissing} and not jsonb_exists(variables, $${source.values.length}))::integer`;
  });
  const countOf = (problem: string): string =>
    `count(*) filter (where problem = '${problem}')::integer as ${problem}`;
  const countIf = (condition: string): string =>
    window
      ? `count(${person}) filter (where ${condition} and (problem is null or problem = 'window_closed'))::integer`
      : '0';
  await client.query(`set local statement_timeout = ${surveyMilliseconds}`);
  const rows = await asked<AudienceFigures>(
    client,
    source,
    `select count(*)::integer as listed, ${countOf('invalid_phone_number')}, ${countOf('opted_out')},
       ${countOf('placeholder_unresolved')}, ${countOf('window_closed')},
       ${audience.kind === 'list' ? '(count(*) - count(distinct person_key(phone_number)))::integer' : '0'} as duplicate,
       count(${person}) filter (where problem is null)::integer as reachable,
       count(${person}) filter (where problem is null and has_agreed)::integer as agreed,
       ${countIf('is_inside')} as inside, ${countIf('not is_inside')} as outside,
       array[${unfilled.join(', ')}]::integer[] as unfilled
     from (${source.text}) as people`,
    finding,
  );
  const found = rows[0];
  if (!found) throw new Error('a count answered no row');
  return found;
};

export interface SurveyedPerson {
  readonly phone_number: string;
  readonly name: string | null;
  readonly contact_id: string | null;
  readonly variables: Readonly<Record<string, string>> | null;
}

/** The first people with a problem; with none: who can be reached. */
export const findPeople = async (
  client: pg.ClientBase,
  question: AudienceQuestion,
  problem: string | null,
  rowsMax: number,
  finding: Finding,
): Promise<SurveyedPerson[]> => {
  const source = toSource(question, null, finding);
  source.values.push(problem, rowsMax);
  const rows = await asked<SurveyedPerson>(
    client,
    source,
    `select phone_number, name, contact_id, variables from (${source.text}) as people
     where problem is not distinct from $${source.values.length - 1} limit $${source.values.length}`,
    finding,
  );
  return rows;
};

/** A plus and six digits tell almost all countries apart that share a code, and a million people begin in few ways. */
const prefixCharacters = 7;

export interface AddressGroup {
  /** One address of those that begin alike. */
  readonly address: string;
  readonly count: number;
}

/** Everybody who can be reached, by how their address begins. */
export const groupAddresses = async (
  client: pg.ClientBase,
  question: AudienceQuestion,
  finding: Finding,
): Promise<AddressGroup[]> => {
  const source = toSource(question, null, finding);
  const rows = await asked<AddressGroup>(
    client,
    source,
    `select min(phone_number) as address, count(${personIn(question.audience)})::integer as count
     from (${source.text}) as people where problem is null
     group by left(phone_number, ${prefixCharacters})`,
    finding,
  );
  return rows;
};
