// Reads parts of foreign JSON: a field that is not what it should be is as good as none.

export type Loose = Readonly<Record<string, unknown>>;

export const asObject = (value: unknown): Loose | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : undefined;

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The objects of a list, or one object alone. */
export const objectsIn = (value: unknown): readonly Loose[] =>
  asList(value)
    .map(asObject)
    .filter((item) => item !== undefined);
