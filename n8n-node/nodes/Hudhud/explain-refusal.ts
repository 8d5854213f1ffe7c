// The gateway says why it refuses, and what to do. n8n would say "Your request is invalid" and keep that to itself, so a
// refusal is read here and thrown in the gateway's words.

import type { IExecuteSingleFunctions, IN8nHttpFullResponse, INodeExecutionData } from '../../n8n-types';

interface Problem {
  title?: string;
  detail?: string;
  code?: string;
  request_id?: string;
  errors?: Array<{ detail?: string; pointer?: string; parameter?: string }>;
}

function readProblem(body: unknown): Problem {
  if (typeof body === 'object' && body !== null) return body;
  try {
    return JSON.parse(String(body)) as Problem;
  } catch {
    // Not the gateway: a proxy before it answers in HTML.
    return { detail: String(body).slice(0, 500) };
  }
}

function describe({ detail, code, request_id: requestId, errors = [] }: Problem): string {
  const fields = errors.map((error) => `${error.pointer ?? error.parameter ?? ''}: ${error.detail ?? ''}`);
  const names = [code && `code ${code}`, requestId && `request ${requestId}`].filter(Boolean).join(', ');
  return [detail, ...fields, names && `(${names})`].filter(Boolean).join(' ');
}

/** n8n makes its own error of this one, and shows `message` as its heading and `description` below. */
class HudhudRefusal extends Error {
  readonly description: string;
  readonly statusCode: number;
  constructor(statusCode: number, problem: Problem) {
    super(problem.title ?? `The gateway answered ${statusCode}`);
    this.statusCode = statusCode;
    this.description = describe(problem);
  }
}

export const readRefusal = (statusCode: number, body: unknown): Error =>
  new HudhudRefusal(statusCode, readProblem(body));

export async function explainRefusal(
  this: IExecuteSingleFunctions,
  items: INodeExecutionData[],
  response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
  if (response.statusCode < 400) return items;
  throw readRefusal(response.statusCode, response.body);
}
