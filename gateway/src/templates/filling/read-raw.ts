// The values inside the provider's own components, for those who send them: only to show what the person sees. They are sent
// as they are, and the provider judges them.

import type { TemplateDefinition } from '@hudhud/contract/template-definition.ts';
import type { PartValues } from '@hudhud/contract/template-rendering.ts';
import { isJsonObject, type JsonObject } from '../../platform/json.ts';

const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
const word = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');

/** A text, or what stands for a price or a date. */
const textOf = (parameter: JsonObject): string | undefined => {
  const { text, payload, coupon_code: coupon, currency, date_time: date } = parameter;
  const found = [
    text,
    payload,
    coupon,
    isJsonObject(currency) && currency.fallback_value,
    isJsonObject(date) && date.fallback_value,
  ];
  return found.find((value) => typeof value === 'string') as string | undefined;
};

const readPart = (names: readonly string[], components: readonly JsonObject[]): PartValues => {
  const parametersOf = (type: string) =>
    listOf(components.find((component) => word(component.type) === type)?.parameters);
  const body: Record<string, string> = {};
  parametersOf('body').forEach((parameter, index) => {
    const name = typeof parameter.parameter_name === 'string' ? parameter.parameter_name : names[index];
    const text = textOf(parameter);
    if (name !== undefined && text !== undefined) body[name] = text;
  });
  const buttons: Record<number, string> = {};
  for (const component of components.filter(({ type }) => word(type) === 'button')) {
    const text = textOf(listOf(component.parameters)[0] ?? {});
    if (text !== undefined) buttons[Number(component.index)] = text;
  }
  const header = textOf(parametersOf('header')[0] ?? {});
  return { body, buttons, ...(header !== undefined && { header: { text: header } }) };
};

export const readRaw = (
  definition: TemplateDefinition,
  components: readonly JsonObject[],
): PartValues & { readonly cards: readonly PartValues[] } => {
  const carousel = components.find(({ type }) => word(type) === 'carousel');
  return {
    ...readPart(definition.variables, components),
    cards: listOf(carousel?.cards).map((card, index) =>
      readPart(definition.cards?.[index]?.variables ?? [], listOf(card.components)),
    ),
  };
};
