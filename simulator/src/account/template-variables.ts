// The variables in the texts of templates: {{1}} or {{name}}.

export const variablePattern = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/** The distinct variables of a text, in order of appearance. */
export function variablesOf(text: string): string[] {
  const found = [...text.matchAll(variablePattern)].map((match) => match[1] ?? '');
  return [...new Set(found)];
}
