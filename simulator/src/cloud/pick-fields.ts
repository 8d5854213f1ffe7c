// Graph's `fields` parameter: only what was asked for, and always the id.

export function pickFields(
  object: Record<string, unknown>,
  fields: string | undefined,
): Record<string, unknown> {
  const names = (fields ?? '').split(',').map((name) => name.trim());
  return Object.fromEntries(Object.entries(object).filter(([name]) => name === 'id' || names.includes(name)));
}
