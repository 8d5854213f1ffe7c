import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newUuid } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import {
  type CallJournal,
  findUncalled,
  openCallJournal,
  readBootId,
  sweepCallJournals,
} from './call-journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'hudhud-calls-'));
afterAll(() => rmSync(folder, { recursive: true }));

const quietLog = { info: () => undefined, error: () => undefined } as unknown as Log;
const clock = { now: Date.now() };

const open = (): CallJournal => {
  const journal = openCallJournal(folder, quietLog, () => clock.now);
  if (!journal) throw new Error('this machine keeps no journal');
  return journal;
};

const marked = (attempt = 1, markedAt = clock.now) => ({ id: newUuid(), attempt, markedAt });

describe.runIf(readBootId() !== null)('the journal of calls', () => {
  it('lists what was marked and not called, by message and attempt, without being closed', async () => {
    const journal = open();
    const [called, again, uncalled] = [marked(), marked(2), marked()];
    journal.begin(called.id, 1);
    // Its first attempt was called; the second was only marked.
    journal.begin(again.id, 1);
    expect(await findUncalled(journal.place, [called, again, uncalled])).toEqual(
      new Set([again.id, uncalled.id]),
    );
  });

  it('is believed only after the same start of the machine, and when it is there and whole', async () => {
    const { place } = open();
    const message = marked();
    expect(await findUncalled({ ...place, bootId: 'another' }, [message])).toEqual(new Set());
    expect(await findUncalled({ ...place, file: `${place.file}.gone` }, [message])).toEqual(new Set());
    writeFileSync(place.file, 'cut');
    expect(await findUncalled(place, [message])).toEqual(new Set());
  });

  it('uses the places of settled calls again, and then says nothing of messages marked as long ago', async () => {
    const journal = open();
    const [old, lasting] = [marked(), marked()];
    const places = Array.from({ length: 3_000 }, () => journal.begin(newUuid(), 1) ?? -1);
    expect(journal.begin(lasting.id, 1)).toBe(3_000);
    for (const place of places) journal.end(place);
    clock.now += 60_000;
    expect(journal.begin(newUuid(), 1), 'they are kept for a while').toBe(3_001);
    clock.now += 120_000;
    for (let index = 0; index < 2_900; index += 1) journal.end(journal.begin(newUuid(), 1) ?? -1);
    expect(statSync(journal.place.file).size).toBe(3_003 * 32);
    // Places behind one that was never settled are used again, too, after a while.
    clock.now += 600_000;
    for (let index = 0; index < 1_500; index += 1) {
      journal.end(journal.begin(newUuid(), 1) ?? -1);
      clock.now += 120;
    }
    expect(statSync(journal.place.file).size).toBeLessThan(4_200 * 32);
    const young = marked();
    expect(await findUncalled(journal.place, [old, lasting, young])).toEqual(new Set([young.id]));
  });

  it('makes no call possible once it is closed, and is removed when it is old', async () => {
    const journal = open();
    journal.close();
    expect(journal.begin(newUuid(), 1)).toBeNull();
    const before = new Date(Date.now() - 3 * 86_400_000);
    utimesSync(journal.place.file, before, before);
    const files = readdirSync(folder).length;
    await sweepCallJournals(folder);
    expect(readdirSync(folder)).toHaveLength(files - 1);
  });
});
