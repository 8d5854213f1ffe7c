// As much of n8n's expressions as this package uses: a text that starts with "=" has JavaScript between double braces.

import { runInNewContext } from 'node:vm';

export type Scope = Readonly<Record<string, unknown>>;

export function resolveExpression(value: unknown, scope: Scope): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, resolveExpression(inner, scope)]),
    );
  }
  if (typeof value !== 'string' || !value.startsWith('=')) return value;
  const text = value.slice(1);
  const evaluate = (code: string): unknown => runInNewContext(`(${code})`, { ...scope });
  const alone = /^\s*\{\{((?:(?!\}\})[\s\S])+)\}\}\s*$/.exec(text)?.[1];
  if (alone !== undefined) return evaluate(alone);
  return text.replace(/\{\{([\s\S]+?)\}\}/g, (_, code: string) => String(evaluate(code) ?? ''));
}
