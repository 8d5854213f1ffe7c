// Codes of mistakes in the form of a request, for the refusals that a route declares.

/** A route that needs no body reads one that is sent all the same. */
export const strayBodyCodes = [
  'invalid_json',
  'body_too_large',
  'unsupported_content_type',
  'invalid_characters',
] as const;

/** A field of a body, or a parameter of a query. */
export const fieldCodes = ['unknown_field', 'wrong_type', 'invalid_value'] as const;

export const bodyCodes = [...strayBodyCodes, 'missing_field', ...fieldCodes] as const;

/** One page of a list. */
export const pageCodes = [...fieldCodes, 'invalid_cursor'] as const;

/** The filters of a list. */
export const filterCodes = [...fieldCodes, 'invalid_characters'] as const;
