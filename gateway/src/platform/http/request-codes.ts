// What can be wrong with the form of a request, for the refusals that a route declares.

/** A route that needs no body reads one that is sent all the same. */
export const strayBodyCodes = [
  'invalid_json',
  'body_too_large',
  'unsupported_content_type',
  'invalid_characters',
] as const;

export const bodyCodes = [
  ...strayBodyCodes,
  'missing_field',
  'unknown_field',
  'wrong_type',
  'invalid_value',
] as const;

/** The filters of a list. */
export const filterCodes = ['unknown_field', 'wrong_type', 'invalid_value', 'invalid_characters'] as const;
