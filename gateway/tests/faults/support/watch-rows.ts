// Records every write to a message by a trigger: which process marked which attempt as being sent, and whether a status
// ever moved backward. A poll would miss what lasts a millisecond.

import type pg from 'pg';

export const watchRows = async (client: pg.ClientBase): Promise<void> => {
  await client.query(`
    create table fault_marks (
      message_id uuid not null, attempt smallint not null, epoch bigint not null, at timestamptz not null
    );
    create function fault_note_mark() returns trigger language plpgsql as $$
    begin
      insert into fault_marks values (new.id, new.attempt, new.owner_epoch, clock_timestamp());
      return null;
    end $$;
    create trigger fault_born_marked after insert on messages for each row
      when (new.owner_epoch is not null) execute function fault_note_mark();
    create trigger fault_marked after update on messages for each row
      when (new.owner_epoch is not null and (new.owner_epoch, new.attempt) is distinct from (old.owner_epoch, old.attempt))
      execute function fault_note_mark();

    create table fault_backward_moves (message_id uuid not null, was text not null, became text not null);
    create function fault_note_backward() returns trigger language plpgsql as $$
    begin
      insert into fault_backward_moves values (new.id, old.status, new.status);
      return null;
    end $$;
    -- An attempt that was not made or not taken waits again; what was delivered stays delivered.
    create trigger fault_moved_backward after update on messages for each row
      when (
        message_rank(new.status) < message_rank(old.status)
        and not (old.status = 'sending' and new.status = 'queued')
        and not (old.status = 'failed' and new.status in ('delivered', 'read', 'played'))
      )
      execute function fault_note_backward()`);
};

export interface Mark {
  message_id: string;
  attempt: number;
  epoch: string;
  at: Date;
  /** When the lease of the process that marked it ended, or will end. */
  lease_until: Date;
}

export const readMarks = async (client: pg.ClientBase): Promise<Mark[]> => {
  const { rows } = await client.query<Mark>(
    'select message_id, attempt, epoch, at, lease_until from fault_marks join processes using (epoch)',
  );
  return rows;
};

export const readBackwardMoves = async (
  client: pg.ClientBase,
): Promise<{ message_id: string; was: string; became: string }[]> =>
  (await client.query('select * from fault_backward_moves')).rows;
