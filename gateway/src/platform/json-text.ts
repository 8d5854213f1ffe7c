// A value from outside as JSON text, to be kept beside what we understood of it.

/** Null for what cannot be written, because it is nested too deeply: that must not cost what we did understand. */
export const toJsonText = (value: unknown): string | null => {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
};
