// What can be wrong with the filters of a list, for the refusals that a route declares.

export const filterCodes = ['unknown_field', 'wrong_type', 'invalid_value', 'invalid_characters'] as const;
