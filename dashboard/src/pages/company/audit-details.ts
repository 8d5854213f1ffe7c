// What else an audit entry knows, on one line. Ids of requests are left out: they help nobody who reads a list.

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (value !== null && typeof value === 'object') return JSON.stringify(value);
  return String(value);
};

export const auditDetails = (data: Readonly<Record<string, unknown>>): string =>
  Object.entries(data)
    .filter(([key, value]) => key !== 'request_id' && value !== null && value !== '' && shown(value) !== '')
    .map(([key, value]) => `${key.replaceAll('_', ' ')}: ${shown(value)}`)
    .join(' · ');
