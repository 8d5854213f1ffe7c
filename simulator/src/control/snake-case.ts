// The control API speaks snake_case like the Cloud API beside it; the code inside speaks camelCase. Only the first
// level of names is changed: what lies deeper is foreign JSON.

export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

export function snakeKeys(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [toSnakeCase(name), value]));
}
