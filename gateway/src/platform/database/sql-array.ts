// Writes PostgreSQL array literals for occasional statements; those of the message path use batched statements, which write
// arrays in binary form. The driver's own conversion walks every value in a generic way and costs three times as much.

/** For uuids, numbers, booleans and timestamps: values that never need quotes. */
export const plainArray = (values: readonly (string | number | boolean | null)[]): string => {
  let literal = '{';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) literal += ',';
    const value = values[index];
    literal += value === null ? 'NULL' : value;
  }
  return `${literal}}`;
};

const needsEscape = /["\\]/;
const escapeAll = /["\\]/g;

export const textArray = (values: readonly (string | null)[]): string => {
  let literal = '{';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) literal += ',';
    const value = values[index];
    if (value === null || value === undefined) literal += 'NULL';
    else literal += `"${needsEscape.test(value) ? value.replace(escapeAll, '\\$&') : value}"`;
  }
  return `${literal}}`;
};
