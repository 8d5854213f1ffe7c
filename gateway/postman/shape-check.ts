// The lines that check an answer in Postman: its status, and its shape as the reference describes it.

import {
  type ApiOperation,
  type JsonSchema,
  type OpenApiDocument,
  resolveSchema,
} from '../src/open-api/open-api-document.ts';

type Schemas = OpenApiDocument['components']['schemas'];

/** Rings of references are cut; what lies deeper is not checked. */
const depthMax = 8;

/** Types, fields and values only: Postman's checker does not know our formats, and people do not read these schemas. */
const plainSchema = (schemas: Schemas, given: JsonSchema, depth = 0): JsonSchema => {
  if (depth > depthMax) return {};
  const { schema } = resolveSchema(schemas, given);
  const within = (part: unknown): JsonSchema => plainSchema(schemas, part as JsonSchema, depth + 1);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  const properties = schema.properties as Record<string, JsonSchema> | undefined;
  return {
    ...(schema.type !== undefined && { type: schema.type }),
    ...(schema.enum !== undefined && { enum: schema.enum }),
    ...(schema.const !== undefined && { const: schema.const }),
    ...(choices && { anyOf: choices.map(within) }),
    ...(schema.items !== undefined && { items: within(schema.items) }),
    ...(schema.required !== undefined && { required: schema.required }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, within(part)])),
    }),
  };
};

const keepLine = (variable: string, path: string): string =>
  `pm.test('leaves ${variable} for the next requests', () => pm.collectionVariables.set('${variable}', pm.response.json().${path}));`;

export const checkLines = (
  schemas: Schemas,
  operation: ApiOperation,
  keeps: Readonly<Record<string, string>>,
): string[] => {
  const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 300);
  const statuses = successes.map(([status]) => Number(status));
  const shapes = Object.fromEntries(
    successes.map(([status, answer]) => {
      const schema = answer.content?.['application/json']?.schema;
      return [status, schema ? plainSchema(schemas, schema) : null];
    }),
  );
  return [
    `const shapes = ${JSON.stringify(shapes)};`,
    `pm.test('answers ${statuses.join(' or ')}', () => pm.expect(pm.response.code, pm.response.text()).to.be.oneOf(${JSON.stringify(statuses)}));`,
    "pm.test('has the shape that the reference describes', () => {",
    '  const shape = shapes[pm.response.code];',
    "  if (shape === null) pm.expect(pm.response.text()).to.eql('');",
    '  else pm.response.to.have.jsonSchema(shape);',
    '});',
    ...Object.entries(keeps).map(([variable, path]) => keepLine(variable, path)),
  ];
};
