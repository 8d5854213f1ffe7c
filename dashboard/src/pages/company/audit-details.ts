// What else an audit entry knows, on one line. Ids of requests are left out: they do not help a reader of a list.

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The reader's words for what the API calls fields and values. */
export interface AuditWords {
  readonly field: (name: string) => string;
  /** Undefined: the value is somebody's own and is shown as it is. */
  readonly value: (field: string, value: string | boolean) => string | undefined;
  readonly comma: string;
}

/** Keeps numbers and Latin words from turning an Arabic line around. Not for parts of it: a list of isolated words has no direction. */
const apart = (text: string): string => `\u2068${text}\u2069`;

/** A value as people read it; a dash where there is none. */
export const shownValue = (field: string, value: unknown, words: AuditWords): string => {
  const text = value === null || value === undefined ? '' : shown(field, value, words);
  return text === '' ? '–' : text;
};

const shown = (field: string, value: unknown, words: AuditWords): string => {
  if (Array.isArray(value)) return value.map((one) => shown(field, one, words)).join(words.comma);
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value).filter(([, part]) => part !== null);
    return parts.map(([name, part]) => `${words.field(name)}: ${shown(name, part, words)}`).join(words.comma);
  }
  if (typeof value === 'string' && isoTime.test(value))
    return `${value.slice(0, 10)} ${value.slice(11, 16)} UTC`;
  if (typeof value === 'string' && field === 'fields') return words.field(value);
  if (typeof value === 'string' || typeof value === 'boolean')
    return words.value(field, value) ?? String(value);
  return String(value);
};

export const auditDetails = (data: Readonly<Record<string, unknown>>, words: AuditWords): string =>
  Object.entries(data)
    .filter(
      ([key, value]) =>
        key !== 'request_id' && value !== null && value !== '' && shown(key, value, words) !== '',
    )
    .map(([key, value]) => `${words.field(key)}: ${apart(shown(key, value, words))}`)
    .join(' · ');
