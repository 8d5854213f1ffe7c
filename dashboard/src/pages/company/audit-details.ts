// What else an audit entry knows, on one line. Ids of requests are left out: they do not help a reader of a list.

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Keeps numbers and Latin words from turning an Arabic line around. */
const apart = (text: string): string => `\u2068${text}\u2069`;

/** A value as people read it; a dash where there is none. */
export const shownValue = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : shown(value);
  return text === '' ? '–' : text;
};

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value).filter(([, part]) => part !== null);
    return parts.map(([name, part]) => `${name.replaceAll('_', ' ')}: ${shown(part)}`).join(', ');
  }
  if (typeof value === 'string' && isoTime.test(value))
    return `${value.slice(0, 10)} ${value.slice(11, 16)} UTC`;
  return String(value);
};

export const auditDetails = (
  data: Readonly<Record<string, unknown>>,
  nameOf: (field: string) => string = (field) => field.replaceAll('_', ' '),
): string =>
  Object.entries(data)
    .filter(([key, value]) => key !== 'request_id' && value !== null && value !== '' && shown(value) !== '')
    .map(([key, value]) => `${nameOf(key)}: ${apart(shown(value))}`)
    .join(' · ');
