// The small checks that all message shapes are made of. Each gives Meta's error or null, so they chain with `??` and
// the first fault wins. 131008 is a missing parameter, 100 a wrong one, 131009 a value outside its rules.
import { type GraphError, graphError } from '../cloud/graph-error.ts';

export type Problem = GraphError | null;
export type Json = Record<string, unknown>;

export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

export function missing(param: string): GraphError {
  return graphError(131008, `Parameter '${param}' is required.`);
}

export function wrong(param: string, rule: string): GraphError {
  return graphError(100, `Param ${param} ${rule}`);
}

export function invalid(param: string, rule: string): GraphError {
  return graphError(131009, `${param} ${rule}`);
}

export interface TextRules {
  max: number;
  /** The code for a text that is too long: 100 for plain parameters, 131009 inside interactive messages. */
  tooLong?: 100 | 131009;
}

/** A text that must be there and not be empty. */
export function checkText(value: unknown, param: string, rules: TextRules): Problem {
  if (value === undefined || value === null || value === '') return missing(param);
  return checkOptionalText(value, param, rules);
}

export function checkOptionalText(value: unknown, param: string, rules: TextRules): Problem {
  if (value === undefined) return null;
  if (typeof value !== 'string') return wrong(param, 'must be a string.');
  // Characters as people count them: an emoji is one.
  if (value.length <= rules.max || [...value].length <= rules.max) return null;
  const rule = `must be at most ${rules.max} characters long.`;
  return rules.tooLong === 131009 ? invalid(param, rule) : wrong(param, rule);
}

export function checkBoolean(value: unknown, param: string): Problem {
  return value === undefined || typeof value === 'boolean' ? null : wrong(param, 'must be a boolean.');
}

export function checkOneOf(value: unknown, param: string, allowed: readonly string[]): Problem {
  if (value === undefined) return missing(param);
  return typeof value === 'string' && allowed.includes(value)
    ? null
    : wrong(param, `must be one of {${allowed.join(', ')}}.`);
}

export function checkKeys(object: Json, param: string, allowed: readonly string[]): Problem {
  const unknown = Object.keys(object).find((key) => !allowed.includes(key));
  return unknown === undefined ? null : graphError(100, `Unexpected key "${unknown}" on param "${param}".`);
}

export function checkLink(value: unknown, param: string): Problem {
  return (
    checkText(value, param, { max: 2_000 }) ??
    (/^https?:\/\/\S+$/i.test(value as string) ? null : invalid(param, 'is not a valid URI.'))
  );
}

/** A list with so many members, each of which passes. */
export function checkList(
  value: unknown,
  param: string,
  range: { min: number; max: number },
  checkMember: (member: unknown, param: string, index: number) => Problem,
): Problem {
  if (value === undefined || value === null) return missing(param);
  if (!Array.isArray(value)) return wrong(param, 'must be an array.');
  if (value.length < range.min || value.length > range.max) {
    return invalid(param, `must have between ${range.min} and ${range.max} elements.`);
  }
  for (const [index, member] of value.entries()) {
    const problem = checkMember(member, `${param}[${index}]`, index);
    if (problem) return problem;
  }
  return null;
}

/** Runs the check on an object that must be there. */
export function checkObject(
  value: unknown,
  param: string,
  check: (object: Json, param: string) => Problem,
): Problem {
  if (value === undefined || value === null) return missing(param);
  const object = asObject(value);
  return object ? check(object, param) : wrong(param, 'must be a JSON object.');
}
