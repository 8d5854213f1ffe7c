// Reads components, those of a template and those that a message gives values for: Meta takes their types in any case.
import type { Json } from './check-value.ts';

/** The parameters of a message for the component of this type. */
export function parametersOf(given: readonly Json[], type: string): Json[] {
  return listOf(given.find((component) => lower(component.type) === type)?.parameters);
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

export function lower(value: unknown): string {
  return String(value).toLowerCase();
}
