import { describe, expect, it } from 'vitest';
import { isOnline, splitStatements, whenFree } from './online-migration.ts';

describe('the statements of an online migration', () => {
  it('end with a semicolon at the end of a line, and keep the comments before them', () => {
    expect(splitStatements('-- online\n-- Why.\nselect 1;\n\nselect 2\n  , 3;\n-- The end.\n')).toEqual([
      '-- online\n-- Why.\nselect 1;',
      'select 2\n  , 3;',
    ]);
  });

  it('are not cut inside the body of a function', () => {
    const body = 'create function f() returns void language plpgsql as $$\nbegin\n  perform 1;\nend\n$$;';
    expect(splitStatements(`${body}\nselect 1;`)).toEqual([body, 'select 1;']);
  });

  it('are refused when the last one has no end', () => {
    expect(() => splitStatements('select 1;\nselect 2')).toThrow('a statement without an end: select 2');
  });

  it.each([
    ['-- online\nselect 1;', true],
    ['-- Not online\nselect 1;', false],
    ['-- onlined\nselect 1;', false],
  ])('are known by the first line: %s', (sql, expected) => {
    expect(isOnline(sql)).toBe(expected);
  });
});

describe('waiting for a lock', () => {
  const busy = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });

  it('goes on until it is free', async () => {
    let tries = 0;
    const work = async (): Promise<string> => {
      tries += 1;
      if (tries < 3) throw busy;
      return 'done';
    };
    expect(await whenFree(work, 1)).toBe('done');
    expect(tries).toBe(3);
  });

  it('ends with the error of the last try when it takes too long, and at once with any other', async () => {
    await expect(whenFree(() => Promise.reject(busy), 1, 20)).rejects.toBe(busy);
    const other = new Error('division by zero');
    await expect(whenFree(() => Promise.reject(other), 1)).rejects.toBe(other);
  });
});
