// Names that placeholders and imports use for the contact itself; no field of a company's own can have them.

export const reservedNames: ReadonlySet<string> = new Set([
  'id',
  'phone',
  'phone_number',
  'name',
  'first_name',
  'language',
  'store',
  'store_id',
  'notes',
  'tags',
  'consent',
  'last_seen_at',
  'created_at',
  'updated_at',
  '__proto__',
  'constructor',
]);
