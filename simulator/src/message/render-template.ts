// A template as the person sees it. Meta fills in the values on its side, so the phone screen does too; it is worked out
// here from the definition and the message alone, so that a gateway's own idea of it can be held against it.
import { variablePattern } from '../account/template-variables.ts';
import type { Template } from '../account/templates.ts';
import { asObject, type Json } from './check-value.ts';
import { listOf, lower, parametersOf } from './template-components.ts';

export interface RenderedPart {
  header: { type: string; text?: string } | null;
  body: string;
  buttons: { type: string; text: string; value?: string }[];
}

export interface RenderedTemplate extends RenderedPart {
  footer: string | null;
  offer?: string;
  cards?: RenderedPart[];
}

export function renderTemplate(template: Template, given: readonly Json[]): RenderedTemplate {
  const find = (type: string) => template.components.find((component) => component.type === type);
  const isCode = template.category === 'AUTHENTICATION';
  const offer = asObject(find('LIMITED_TIME_OFFER')?.limited_time_offer);
  const carousel = find('CAROUSEL');
  const givenCards = listOf(given.find(({ type }) => lower(type) === 'carousel')?.cards);
  return {
    ...renderPart(template.components, given, isCode),
    footer: footerOf(find('FOOTER')),
    ...(offer && { offer: String(offer.text ?? '') }),
    ...(carousel && {
      cards: listOf(carousel.cards).map((card, index) =>
        renderPart(listOf(card.components), listOf(givenCards[index]?.components), false),
      ),
    }),
  };
}

/** Everything a person reads, for the list of a phone screen. */
export function textOfTemplate({ header, body, footer }: RenderedTemplate): string {
  return [header?.text, body, footer].filter((line) => line !== undefined && line !== null).join('\n');
}

function renderPart(components: readonly Json[], given: readonly Json[], isCode: boolean): RenderedPart {
  const find = (type: string) =>
    components.find((component) => String(component.type).toUpperCase() === type);
  const body = find('BODY');
  const text = isCode ? codeText(body) : String(body?.text ?? '');
  return {
    header: headerOf(find('HEADER'), parametersOf(given, 'header')),
    body: fill(text, parametersOf(given, 'body')),
    buttons: listOf(find('BUTTONS')?.buttons).map((button, index) => buttonOf(button, index, given, isCode)),
  };
}

function headerOf(header: Json | undefined, parameters: Json[]): RenderedPart['header'] {
  if (!header) return null;
  const type = lower(header.format ?? 'TEXT');
  return type === 'text' ? { type, text: fill(String(header.text ?? ''), parameters) } : { type };
}

function buttonOf(
  button: Json,
  index: number,
  given: readonly Json[],
  isCode: boolean,
): RenderedPart['buttons'][number] {
  const declared = lower(button.type);
  const type = isCode && declared === 'url' ? 'otp' : declared;
  const own = given.find((part) => lower(part.type) === 'button' && Number(part.index) === index);
  const [parameter] = listOf(own?.parameters);
  const value = shownValue(type, button, parameter);
  return { type, text: String(button.text ?? ''), ...(value !== undefined && { value }) };
}

function shownValue(type: string, button: Json, parameter: Json | undefined): string | undefined {
  if (type === 'phone_number') return String(button.phone_number ?? '');
  if (type === 'url') return fill(String(button.url ?? ''), parameter ? [parameter] : []);
  const action = asObject(parameter?.action);
  const found =
    parameter?.text ??
    parameter?.payload ??
    parameter?.coupon_code ??
    action?.thumbnail_product_retailer_id ??
    (action?.flow_token === 'unused' ? undefined : action?.flow_token);
  return found === undefined ? undefined : String(found);
}

function codeText(body: Json | undefined): string {
  const text = String(body?.text ?? '*{{1}}* is your verification code.');
  const advice = 'For your security, do not share this code.';
  return body?.add_security_recommendation === true && !text.includes(advice) ? `${text} ${advice}` : text;
}

function footerOf(footer: Json | undefined): string | null {
  if (typeof footer?.text === 'string') return footer.text;
  const minutes = footer?.code_expiration_minutes;
  return typeof minutes === 'number' ? `This code expires in ${minutes} minutes.` : null;
}

function fill(text: string, parameters: Json[]): string {
  return text.replace(variablePattern, (braces, name: string) => {
    const parameter =
      parameters.find(({ parameter_name: other }) => other === name) ?? parameters[Number(name) - 1];
    return parameter ? textOf(parameter) : braces;
  });
}

function textOf(parameter: Json): string {
  if (typeof parameter.text === 'string') return parameter.text;
  const legacy = (parameter.currency ?? parameter.date_time) as Json | undefined;
  return String(legacy?.fallback_value ?? '');
}
