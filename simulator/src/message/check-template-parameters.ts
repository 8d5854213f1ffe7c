// The values of a template message against the places the template has for them: no more, no fewer, of the right kind.
import { variablesOf } from '../account/template-variables.ts';
import type { Template } from '../account/templates.ts';
import { graphError } from '../cloud/graph-error.ts';
import { asObject, type Json, type Problem } from './check-value.ts';
import { listOf, lower, parametersOf } from './template-components.ts';

const codeCharactersMax = 15;
const couponCharactersMax = 20;

export function checkParameters(template: Template, given: Json[]): Problem {
  const unknown = given.find(({ type }) => !hasPlace(template, lower(type)));
  if (unknown) return graphError(132012, `${lower(unknown.type)}: the template has no such component`);
  if (template.category === 'AUTHENTICATION') return checkCode(given);
  return (
    checkPart(template.components, given, template) ??
    checkOffer(template, given) ??
    checkCards(template, given)
  );
}

function hasPlace({ components, category }: Template, type: string): boolean {
  if (type === 'button') return components.some((component) => component.type === 'BUTTONS');
  if (category === 'AUTHENTICATION') return type === 'body';
  return components.some((component) => lower(component.type) === type);
}

/** The code goes twice: into the text and into the button. */
function checkCode(given: Json[]): Problem {
  const parameters = parametersOf(given, 'body');
  const [body] = parameters;
  const button = given.find(({ type }) => lower(type) === 'button');
  const [copied] = listOf(button?.parameters);
  const code = body?.text;
  if (typeof code !== 'string' || parameters.length !== 1) return countError('body', parameters.length, 1);
  if (code.length > codeCharactersMax)
    return graphError(132005, 'body: the code is longer than 15 characters');
  if (!copied) return graphError(131008, 'buttons: Button at index 0 of type Url requires a parameter');
  return copied.text === code
    ? null
    : graphError(132012, 'buttons: the code differs from the one in the body');
}

function checkPart(components: readonly Json[], given: Json[], template: Template): Problem {
  for (const component of components) {
    const type = lower(component.type);
    if (type !== 'header' && type !== 'body') continue;
    const parameters = parametersOf(given, type);
    const problem = isFileHeader(component)
      ? checkFileHeader(component, parameters)
      : checkTexts(type, variablesOf(String(component.text ?? '')), parameters, template);
    if (problem) return problem;
  }
  const buttons = components.find(({ type }) => String(type).toUpperCase() === 'BUTTONS');
  return checkButtons(listOf(buttons?.buttons), given);
}

function isFileHeader({ type, format }: Json): boolean {
  return String(type).toUpperCase() === 'HEADER' && String(format ?? 'TEXT').toUpperCase() !== 'TEXT';
}

function checkFileHeader(component: Json, parameters: Json[]): Problem {
  const expected = String(component.format).toLowerCase();
  const [parameter] = parameters;
  return parameters.length === 1 && parameter?.type === expected && asObject(parameter[expected])
    ? null
    : graphError(132012, `header: Format mismatch, expected ${expected.toUpperCase()}`);
}

function countError(type: string, given: number, expected: number): Problem {
  return graphError(
    132000,
    `${type}: number of localizable_params (${given}) does not match the expected number of params (${expected})`,
  );
}

function checkTexts(type: string, expected: string[], given: Json[], template: Template): Problem {
  if (given.length !== expected.length) return countError(type, given.length, expected.length);
  for (const parameter of given) {
    const { type: kind, text, parameter_name: name } = parameter;
    if (template.parameterFormat === 'NAMED' && !expected.includes(String(name))) {
      return graphError(132012, `${type}: Parameter name is missing or empty`);
    }
    if (kind === 'text' && (typeof text !== 'string' || text === '')) {
      return graphError(131008, `${type}: text parameter needs a text`);
    }
    if (typeof text === 'string' && /[\n\t]| {5,}/.test(text)) {
      return graphError(
        132012,
        `${type}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
      );
    }
  }
  return null;
}

/** Checks the parameter of each kind of button, and whether it is required. */
function checkButtons(buttons: Json[], given: Json[]): Problem {
  const own = given.filter(({ type }) => lower(type) === 'button');
  for (const part of own) {
    const button = buttons[Number(part.index)];
    if (!button) return graphError(132012, `buttons: there is no button at index ${String(part.index)}`);
    if (lower(part.sub_type) !== lower(button.type)) {
      return graphError(
        132012,
        `buttons: Button at index ${String(part.index)} is of type ${String(button.type)}`,
      );
    }
    const problem = checkButton(lower(button.type), button, listOf(part.parameters)[0], Number(part.index));
    if (problem) return problem;
  }
  const missing = buttons.findIndex(
    (button, index) => needsParameter(button) && !own.some((part) => Number(part.index) === index),
  );
  if (missing < 0) return null;
  const { type } = buttons[missing] ?? {};
  return graphError(
    131008,
    `buttons: Button at index ${missing} of type ${String(type)} requires a parameter`,
  );
}

function needsParameter(button: Json): boolean {
  const type = lower(button.type);
  return (
    type === 'copy_code' || type === 'mpm' || (type === 'url' && variablesOf(String(button.url)).length > 0)
  );
}

function checkButton(type: string, button: Json, parameter: Json | undefined, index: number): Problem {
  const refused = graphError(132012, `buttons: Button at index ${index} has a parameter of another kind`);
  switch (type) {
    case 'url':
      if (variablesOf(String(button.url)).length === 0) {
        return graphError(
          132018,
          `buttons: Button at index ${index} of type Url does not require parameters`,
        );
      }
      return typeof parameter?.text === 'string' && parameter.text !== '' ? null : refused;
    case 'quick_reply':
      return parameter?.type === 'payload' && typeof parameter.payload === 'string' ? null : refused;
    case 'copy_code': {
      const code = parameter?.coupon_code;
      return typeof code === 'string' && code.length <= couponCharactersMax ? null : refused;
    }
    case 'flow':
    case 'catalog':
    case 'mpm':
      return parameter?.type === 'action' && asObject(parameter.action) ? null : refused;
    default:
      return refused;
  }
}

function checkOffer({ components }: Template, given: Json[]): Problem {
  const offer = asObject(components.find(({ type }) => type === 'LIMITED_TIME_OFFER')?.limited_time_offer);
  if (!offer || offer.has_expiration === false) return null;
  const [parameter] = parametersOf(given, 'limited_time_offer');
  const ends = asObject(parameter?.limited_time_offer)?.expiration_time_ms;
  return typeof ends === 'number'
    ? null
    : graphError(131008, 'limited_time_offer: expiration_time_ms is missing');
}

function checkCards(template: Template, given: Json[]): Problem {
  const carousel = template.components.find(({ type }) => type === 'CAROUSEL');
  if (!carousel) return null;
  const cards = listOf(carousel.cards);
  const own = listOf(given.find(({ type }) => lower(type) === 'carousel')?.cards);
  if (own.length !== cards.length) {
    return graphError(132012, `carousel: ${own.length} cards were given, the template has ${cards.length}`);
  }
  for (const [index, card] of cards.entries()) {
    if (Number(own[index]?.card_index) !== index)
      return graphError(132012, 'carousel: card_index is out of order');
    const problem = checkPart(listOf(card.components), listOf(own[index]?.components), template);
    if (problem) return problem;
  }
  return null;
}
