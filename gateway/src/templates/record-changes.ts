// Records changes of templates from any source: the provider's list, its callback or a person here. The templates, their
// history and their events are written in one transaction, and an event is emitted only for a real change.

import type pg from 'pg';
import { newUuid, toPublicId } from '../platform/ids.ts';
import {
  type ChangeRow,
  insertChanges,
  insertEvents,
  saveTemplates,
  type TemplateColumns,
  type TemplateEvent,
  type TemplateRow,
} from './queries.ts';

export type ChangeSource = 'sync' | 'callback' | 'person';

export interface TemplateTurn {
  /** Null: it is new. */
  readonly before: TemplateRow | null;
  readonly after: TemplateColumns;
}

type Field = 'status' | 'category' | 'next_category' | 'quality' | 'content';

const valuesOf = (row: TemplateColumns): Readonly<Record<Field, string | null>> => ({
  status: row.status,
  category: row.category,
  next_category: row.next_category,
  quality: row.quality,
  content: JSON.stringify([row.parameter_format, row.components]),
});

const fieldsChanged = ({ before, after }: TemplateTurn): Field[] => {
  if (!before) return ['status'];
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return (Object.keys(now) as Field[]).filter((field) => old[field] !== now[field]);
};

/** Keys of JSON come back from the table in another order. */
const sameContent = (one: unknown, two: unknown): boolean => {
  if (typeof one !== 'object' || one === null || typeof two !== 'object' || two === null) return one === two;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(two).length &&
    keys.every((key) =>
      sameContent((one as Record<string, unknown>)[key], (two as Record<string, unknown>)[key]),
    )
  );
};

/** Nothing is written for one that is as it was. */
const hasChanged = ({ before, after }: TemplateTurn): boolean =>
  before === null ||
  before.reference !== after.reference ||
  before.reason !== after.reason ||
  before.next_category_at?.getTime() !== after.next_category_at?.getTime() ||
  before.status !== after.status ||
  before.category !== after.category ||
  before.next_category !== after.next_category ||
  before.quality !== after.quality ||
  before.parameter_format !== after.parameter_format ||
  !sameContent(before.components, after.components);

const toChanges = (turn: TemplateTurn, source: ChangeSource, at: Date): ChangeRow[] => {
  const { before, after } = turn;
  const isSame = before !== null && sameContent(before.components, after.components);
  return fieldsChanged(turn)
    .filter((field) => field !== 'content' || !isSame)
    .map((field) => ({
      company_id: after.company_id,
      template_id: after.id,
      id: newUuid(),
      field,
      before: field === 'content' || !before ? null : valuesOf(before)[field],
      after: field === 'content' ? null : valuesOf(after)[field],
      reason: field === 'status' ? after.reason : null,
      source,
      at,
    }));
};

/** The fields of a change that events report, by the field that changed. */
const eventTypes: Readonly<Record<string, string>> = {
  status: 'template_status',
  category: 'template_category',
  next_category: 'template_category',
  quality: 'template_quality',
};

const detailsOf = (type: string, before: TemplateRow, after: TemplateColumns): object => {
  switch (type) {
    case 'template_status':
      return { status: after.status, previous_status: before.status, reason: after.reason };
    case 'template_category':
      return {
        category: after.category,
        previous_category: before.category,
        next_category: after.next_category,
        next_category_at: after.next_category_at?.toISOString() ?? null,
      };
    default:
      return { quality: after.quality, previous_quality: before.quality };
  }
};

/** New templates emit no event: a first reading would emit thousands. */
const toEvents = ({ before, after }: TemplateTurn, changes: readonly ChangeRow[]): TemplateEvent[] => {
  if (!before) return [];
  const types = new Set(changes.flatMap(({ field }) => eventTypes[field] ?? []));
  return [...types].map((type) => ({
    companyId: after.company_id,
    id: newUuid(),
    type,
    at: changes[0]?.at ?? new Date(),
    data: JSON.stringify({
      template_id: toPublicId('template', after.id),
      name: after.name,
      language: after.language,
      ...detailsOf(type, before, after),
    }),
  }));
};

/** Inside a transaction that holds the templates. Answers the turns that were written. */
export const recordTurns = async (
  client: pg.ClientBase,
  turns: readonly TemplateTurn[],
  source: ChangeSource,
  at: Date,
): Promise<TemplateTurn[]> => {
  const changed = turns.filter(hasChanged);
  if (changed.length === 0) return [];
  await saveTemplates(
    client,
    changed.map(({ after }) => after),
  );
  const changes = changed.map((turn) => toChanges(turn, source, at));
  await insertChanges(client, changes.flat());
  await insertEvents(
    client,
    changed.flatMap((turn, index) => toEvents(turn, changes[index] ?? [])),
  );
  return changed;
};
