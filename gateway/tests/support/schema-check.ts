// Most answers of an OpenAPI document have the same schema: a problem. Compiling one takes longer than checking a thousand
// values against it, so equal schemas share what was compiled.

import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';

/** Answers what is wrong with a value, or null when it is as the schema has it. */
export type SchemaCheck = (schema: object, value: unknown) => string | null;

export const createSchemaCheck = (ajv: Ajv2020, components: object | undefined): SchemaCheck => {
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const key = JSON.stringify(schema);
    // With the components beside it, a schema's references lead where they lead in the document.
    const validate = compiled.get(key) ?? ajv.compile({ ...schema, components });
    compiled.set(key, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
};
