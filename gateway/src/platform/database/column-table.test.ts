import { describe, expect, it } from 'vitest';
import { columnTable } from './column-table.ts';

interface Pet {
  readonly name: string;
  readonly legs?: number;
}

const pets = columnTable<Pet>({
  name: ['text', (pet) => pet.name],
  legs: ['smallint', (pet) => pet.legs ?? 4],
});

const valuesOf = <Row>(table: { columns: readonly { read: (row: Row) => unknown }[] }, row: Row) =>
  table.columns.map(({ read }) => read(row));

describe('a table of columns', () => {
  it('lists its names in their order, and the values of a row in the same', () => {
    expect(pets.names).toBe('name, legs');
    expect(valuesOf(pets, { name: 'Bird', legs: 2 })).toEqual(['Bird', 2]);
  });

  it('has fewer columns for a statement that says nothing in some', () => {
    expect(pets.without('name').names).toBe('legs');
  });

  it('has more columns for a statement that knows more', () => {
    const owned = pets.and<Pet & { readonly owner: string }>({ owner: ['text', (pet) => pet.owner] });
    expect(owned.names).toBe('name, legs, owner');
    expect(valuesOf(owned, { name: 'Cat', owner: 'Sara' })).toEqual(['Cat', 4, 'Sara']);
  });

  it('reads rows that hold such a row', () => {
    const visits = pets.from(({ pet }: { readonly pet: Pet }) => pet);
    expect(valuesOf(visits, { pet: { name: 'Ant', legs: 6 } })).toEqual(['Ant', 6]);
  });

  it('refuses names that it does not have, when the statement is written and not when it runs', () => {
    expect(() => pets.without('wings')).toThrow('There is no column "wings" among name, legs.');
  });
});
