// Which process sends at the moment, and how many lanes each has. Most fault lanes have one sender, so there is one lane.

import type pg from 'pg';

export interface Owner {
  readonly epoch: string;
  readonly processId: number;
}

export const findOwner = async (client: pg.ClientBase): Promise<Owner | null> => {
  const { rows } = await client.query<{ epoch: string; name: string }>(
    'select epoch, name from lanes join processes on epoch = owner_epoch where lease_until > now()',
  );
  const [row] = rows;
  return row ? { epoch: row.epoch, processId: Number(row.name.split(' ').at(-1)) } : null;
};

/** Lanes by process id, of processes that live. */
export const countLanes = async (client: pg.ClientBase): Promise<Map<number, number>> => {
  const { rows } = await client.query<{ name: string; lanes: number }>(
    `select name, count(*)::integer as lanes from lanes join processes on epoch = owner_epoch
     where lease_until > now() group by name`,
  );
  return new Map(rows.map(({ name, lanes }) => [Number(name.split(' ').at(-1)), lanes]));
};
