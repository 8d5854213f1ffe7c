// Puts an example on every request, answer and refusal of an operation.

import type {
  ApiOperation,
  ApiParameter,
  ApiResponse,
  Content,
  JsonSchema,
  OpenApiDocument,
} from './open-api-document.ts';
import { codesOf } from './problem-examples.ts';
import { requestExamples } from './request-examples.ts';
import { sampleRequest, sampleValue } from './sample-value.ts';

type Schemas = OpenApiDocument['components']['schemas'];

const problemType = 'application/problem+json';

const exampleOfRefusal = (description: string): Record<string, unknown> =>
  Object.fromEntries(codesOf(description).map((code) => [code, { $ref: `#/components/examples/${code}` }]));

const withAnswerExamples = (schemas: Schemas, content: Content, description: string): Content =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      if (type === problemType) return [type, { ...media, examples: exampleOfRefusal(description) }];
      if (!media.schema || media.example !== undefined || media.examples) return [type, media];
      return [type, { ...media, example: sampleValue(schemas, media.schema) }];
    }),
  );

/** A file that is no text cannot be shown. */
const isShowable = (schema: JsonSchema): boolean =>
  schema.contentMediaType === undefined || schema.examples !== undefined;

const withRequestExamples = (schemas: Schemas, operationId: string, content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const named = requestExamples[operationId];
      if (named) return [type, { ...media, examples: named }];
      if (!media.schema || media.example !== undefined || media.examples) return [type, media];
      if (!isShowable(media.schema)) return [type, media];
      return [type, { ...media, example: sampleRequest(schemas, media.schema) }];
    }),
  );

/** An answer without a description of its own. The schema below says more: a list of what, a record of what. */
const describeAnswer = (status: string, response: ApiResponse): string => {
  if (response.description !== 'Default Response') return response.description;
  return status === '204' ? 'Done.' : 'The request succeeded.';
};

const addToResponses = (schemas: Schemas, responses: ApiOperation['responses']): ApiOperation['responses'] =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      {
        ...response,
        description: describeAnswer(status, response),
        ...(response.content && {
          content: withAnswerExamples(schemas, response.content, response.description),
        }),
      },
    ]),
  );

/** An id in a path looks like the ids of its kind. The kinds are told apart by the path before it. */
const withPathExample = (parameter: ApiParameter, example: string | undefined): ApiParameter =>
  parameter.in === 'path' && example !== undefined && parameter.example === undefined
    ? { ...parameter, example }
    : parameter;

export const addExamples = (
  schemas: Schemas,
  operation: ApiOperation,
  exampleOfPath: (parameter: string) => string | undefined,
): ApiOperation => ({
  ...operation,
  ...(operation.parameters && {
    parameters: operation.parameters.map((parameter) =>
      withPathExample(parameter, exampleOfPath(parameter.name)),
    ),
  }),
  ...(operation.requestBody && {
    requestBody: {
      ...operation.requestBody,
      content: withRequestExamples(schemas, operation.operationId ?? '', operation.requestBody.content),
    },
  }),
  responses: addToResponses(schemas, operation.responses),
});
