// Texts of callers inside the patterns of `like`.

/** With what the database takes for wildcards as the characters they are. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const containing = (text: string): string => `%${literal(text)}%`;
