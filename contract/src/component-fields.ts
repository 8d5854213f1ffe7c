// Reads the components of a template, which come from outside: what is not what it should be reads as if it were not there.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
