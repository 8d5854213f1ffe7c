// The buttons of a template that take a value: the end of an address, a code to copy, what comes back when it is pressed, a
// flow. The button of a one-time code gets the code by itself: WhatsApp wants it twice.

import type { TemplateRequest } from '@hudhud/contract/content.ts';
import type { DefinedButton } from '@hudhud/contract/template-definition.ts';
import type { FilledComponent } from '../../providers/template-part.ts';
import { charactersIn, type Filling, fillGiven, note } from './values.ts';

type GivenButton = NonNullable<TemplateRequest['buttons']>[number];

const urlCharactersMax = 2_000;
const couponCharactersMax = 20;
const payloadCharactersMax = 256;

export interface FilledButtons {
  readonly components: readonly FilledComponent[];
  readonly byIndex: Readonly<Record<number, string>>;
}

const component = (
  { index }: DefinedButton,
  subType: string,
  parameter: Readonly<Record<string, unknown>>,
): FilledComponent => ({ type: 'button', sub_type: subType, index: String(index), parameters: [parameter] });

const tooLong = (filling: Filling, pointer: string, what: string, value: string, max: number): void => {
  const characters = charactersIn(value);
  if (characters > max)
    note(
      filling,
      'template_variable_invalid',
      pointer,
      `${what} has ${characters} characters; at most ${max} are allowed.`,
    );
};

const fillUrl = (
  filling: Filling,
  button: DefinedButton,
  value: string,
  pointer: string,
): FilledComponent => {
  if (/\s/.test(value))
    note(filling, 'template_variable_invalid', pointer, 'The end of an address cannot hold white space.');
  tooLong(filling, pointer, 'The address', `${button.target ?? ''}${value}`, urlCharactersMax);
  return component(button, 'url', { type: 'text', text: value });
};

const actionOf = (
  { kind }: DefinedButton,
  value: string | undefined,
  data: GivenButton['data'],
): object | null => {
  if (kind === 'flow') return { flow_token: value ?? 'unused', ...(data && { flow_action_data: data }) };
  if (kind === 'catalog') return value === undefined ? null : { thumbnail_product_retailer_id: value };
  return data ?? null;
};

const fillOne = (
  filling: Filling,
  button: DefinedButton,
  value: string | undefined,
  data: GivenButton['data'],
  pointer: string,
): FilledComponent | null => {
  switch (button.kind) {
    case 'url':
      return value === undefined ? null : fillUrl(filling, button, value, pointer);
    case 'quick_reply':
      if (value === undefined) return null;
      tooLong(filling, pointer, 'What comes back', value, payloadCharactersMax);
      return component(button, 'quick_reply', { type: 'payload', payload: value });
    case 'copy_code':
      if (value === undefined) return null;
      tooLong(filling, pointer, 'The code', value, couponCharactersMax);
      return component(button, 'copy_code', { type: 'coupon_code', coupon_code: value });
    case 'flow':
    case 'catalog':
    case 'mpm': {
      const action = actionOf(button, value, data);
      return action && component(button, button.kind, { type: 'action', action });
    }
    default:
      return null;
  }
};

/** Given for a button that is not there, takes nothing, or has been given before. */
const checkGiven = (
  filling: Filling,
  buttons: readonly DefinedButton[],
  given: readonly GivenButton[],
  at: string,
): void => {
  const seen = new Set<number>();
  given.forEach(({ index }, place) => {
    const pointer = `${at}/buttons/${place}`;
    const button = buttons[index];
    if (!button) note(filling, 'template_variable_unknown', pointer, `The template has no button ${index}.`);
    else if (!button.takesValue)
      note(filling, 'template_variable_unknown', pointer, `The button "${button.text}" takes no value.`);
    else if (seen.has(index))
      note(filling, 'repeated_value', `${pointer}/index`, `The button ${index} stands there twice.`);
    seen.add(index);
  });
};

const lacks = (button: DefinedButton): string =>
  button.kind === 'url'
    ? `The button "${button.text}" needs the end of its address.`
    : button.kind === 'copy_code'
      ? `The button "${button.text}" needs the code to copy.`
      : `The button "${button.text}" needs "data".`;

export const fillButtons = (
  filling: Filling,
  buttons: readonly DefinedButton[],
  given: readonly GivenButton[] = [],
  code: string | null,
  at: string,
): FilledButtons => {
  checkGiven(filling, buttons, given, at);
  const byIndex: Record<number, string> = {};
  const components = buttons.flatMap((button): FilledComponent[] => {
    if (button.kind === 'otp')
      return code === null ? [] : [component(button, 'url', { type: 'text', text: code })];
    const place = given.findIndex(({ index }) => index === button.index);
    const own = given[place];
    const pointer = `${at}/buttons/${place}/value`;
    const value = own?.value === undefined ? undefined : fillGiven(filling, own.value, pointer);
    if (value === null) return [];
    if (value !== undefined) byIndex[button.index] = value;
    const filled = fillOne(filling, button, value, own?.data, pointer);
    if (!filled && button.needsValue)
      note(filling, 'template_button_missing', `${at}/buttons`, lacks(button));
    return filled ? [filled] : [];
  });
  return { components, byIndex };
};
