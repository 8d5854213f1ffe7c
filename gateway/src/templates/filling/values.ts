// The values of a template's variables: given with the template, else by name from what is known of the person. What
// WhatsApp would refuse is noted with a pointer to it; all mistakes are reported at once.

import type { ErrorCode } from '@hudhud/contract/errors.ts';
import { fillText } from '@hudhud/contract/placeholders.ts';
import type { FieldError } from '@hudhud/contract/problem.ts';

export type Values = Readonly<Record<string, string>>;

/** The values for filling a template, and the mistakes found. */
export interface Filling {
  /** Values of the request besides the template, and of the contact, by name. */
  readonly values: Values;
  readonly isNamed: boolean;
  readonly errors: FieldError[];
}

export const note = (filling: Filling, code: ErrorCode, pointer: string, detail: string): void =>
  void filling.errors.push({ code, pointer, detail });

/** WhatsApp refuses them in a value (132012, 132018). */
const forbidden = /[\n\r\t]| {5,}/;

export const charactersIn = (text: string): number => [...text].length;

/** Given texts may hold placeholders of their own. Null: noted as wrong. */
export const fillGiven = (filling: Filling, text: string, pointer: string): string | null => {
  const filled = fillText(text, filling.values);
  if (filled.unfilled.length === 0) return filled.text;
  const names = filled.unfilled.map((name) => `{{${name}}}`).join(', ');
  note(filling, 'placeholder_unresolved', pointer, `Nothing fills ${names}.`);
  return null;
};

/** Notes a value that cannot stand in a template. */
export const checkValue = (filling: Filling, value: string, name: string, pointer: string): void => {
  if (forbidden.test(value))
    note(
      filling,
      'template_variable_invalid',
      pointer,
      `The value of "${name}" has a line break, a tab or more than four spaces in a row.`,
    );
};

/** The given value of a variable, else the one known by its name; null when there is none. */
export const pickValue = (filling: Filling, given: Values, name: string, pointer: string): string | null => {
  const own = Object.hasOwn(given, name) ? given[name] : undefined;
  const known = Object.hasOwn(filling.values, name) ? filling.values[name] : undefined;
  const value = own ? fillGiven(filling, own, pointer) : known;
  if (value === null) return null;
  if (!value) {
    note(
      filling,
      'template_variable_missing',
      pointer,
      `The variable "${name}" of the template has no value.`,
    );
    return null;
  }
  checkValue(filling, value, name, pointer);
  return value;
};

/** Values by name, whether they were given by name or as a list. */
export const toMap = (variables: Values | readonly string[] | undefined): Values =>
  Array.isArray(variables)
    ? Object.fromEntries(variables.map((value: string, index) => [String(index + 1), value]))
    : ((variables as Values | undefined) ?? {});
