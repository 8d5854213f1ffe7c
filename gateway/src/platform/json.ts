// JSON from outside: told apart, and kept as text beside what we understood of it.

/** As opposed to a list, a text, a number and null. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null for what cannot be written, because it is nested too deeply: that must not cost what we did understand. */
export const toJsonText = (value: unknown): string | null => {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
};
