// Reads the errors of Meta's Graph API, which come in several shapes.

import { isJsonObject, type JsonObject } from '../../platform/json.ts';

export interface GraphError {
  readonly code: number;
  readonly subcode: number | null;
  readonly title: string;
  readonly detail: string;
}

export const asFields = (value: unknown): JsonObject | null => (isJsonObject(value) ? value : null);

export const asText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

/** A whole number, or a text that is one. */
const asCode = (value: unknown): number | null => {
  const text = asText(value) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** The detail lies in `error_data.details`, or `error_data` is itself a text. */
const detailOf = (error: JsonObject): string | null =>
  asText(asFields(error.error_data)?.details) ?? asText(error.error_data) ?? asText(error.error_user_msg);

/** One error object, of an answer or of a callback. */
export const readGraphError = (value: unknown): GraphError | null => {
  const error = asFields(value);
  const code = asCode(error?.code);
  if (!error || code === null) return null;
  const title = asText(error.title) ?? asText(error.message) ?? `Error ${code}`;
  const detail = detailOf(error) ?? asText(error.message) ?? title;
  return { code, subcode: asCode(error.error_subcode), title, detail };
};

/** The error of an answer body, or null when it is not an answer of the Graph API at all. */
export const readErrorAnswer = (body: string): GraphError | null => {
  try {
    return readGraphError(asFields(JSON.parse(body))?.error);
  } catch {
    return null;
  }
};
