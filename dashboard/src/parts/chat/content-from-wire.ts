// A message of the simulated phone as a bubble shows it: the simulator keeps what went over the wire, in WhatsApp's own words.

import type { ChatMessage } from '../../queries/simulator.ts';
import { listAction, placeOf, templateButton } from './content-from-api.ts';
import { asList, asNumber, asObject, asText, type Loose, objectsIn } from './read-loose.ts';
import type {
  FileKind,
  FilePlace,
  ShownAction,
  ShownCard,
  ShownContent,
  ShownFile,
} from './shown-content.ts';

const fileKinds: readonly string[] = ['image', 'video', 'audio', 'document', 'sticker'];
const isFileKind = (type: string): type is FileKind => fileKinds.includes(type);

type Files = NonNullable<ChatMessage['files']>;

/** The owner of a file: the simulator keeps files by the number that they belong to. */
interface Owner {
  readonly account: string;
  readonly files: Files;
}

export function contentFromWire(account: string, message: ChatMessage): ShownContent {
  if (message.is_deleted) return { note: 'deleted', actions: [] };
  const owner = { account, files: message.files ?? [] };
  const part = asObject(message.content);
  if (message.rendered) return templateContent(message.rendered, part, owner);
  if (Array.isArray(message.content)) return { cards: cardsOf(message.content), actions: [] };
  return partsOf(message, part ?? {}, owner);
}

function partsOf(message: ChatMessage, part: Loose, owner: Owner): ShownContent {
  const { type } = message;
  if (isFileKind(type)) return { file: fileOf(type, part, owner), text: asText(part.caption), actions: [] };
  switch (type) {
    case 'location':
      return { place: placeOf(part), actions: [] };
    case 'interactive':
      return interactiveContent(part, owner);
    case 'button':
      return { choice: { kind: 'button', title: asText(part.text) ?? '' }, actions: [] };
    case 'order':
      return { order: orderOf(part), text: asText(part.text), actions: [] };
    case 'unsupported':
      return { note: 'unsupported', actions: [] };
    case 'request_welcome':
      return { note: 'welcome', actions: [] };
    default:
      return { text: message.text, actions: [] };
  }
}

function fileOf(kind: FileKind, part: Loose, { account, files }: Owner): ShownFile {
  const id = asText(part.id);
  const known = files.find((file) => file.id === id);
  return {
    kind,
    place: placeOfFile(part, account),
    mimeType: known?.mime_type ?? asText(part.mime_type),
    filename: asText(part.filename) ?? known?.filename ?? undefined,
    bytes: known?.bytes,
    isVoice: part.voice === true,
  };
}

function placeOfFile(part: Loose, account: string): FilePlace {
  const id = asText(part.id);
  if (id) return { kind: 'simulator', account, id };
  const link = asText(part.link);
  return link ? { kind: 'elsewhere', url: link } : { kind: 'none', reason: 'unknown' };
}

function headerOf(value: unknown, owner: Owner): Pick<ShownContent, 'title' | 'file'> {
  const header = asObject(value);
  const type = asText(header?.type) ?? '';
  if (header && isFileKind(type)) return { file: fileOf(type, asObject(header[type]) ?? {}, owner) };
  return { title: asText(header?.text) };
}

const replyKinds = { button_reply: 'button', list_reply: 'list', nfm_reply: 'form' } as const;

/** A question of the company, or what the person chose of one. */
function interactiveContent(part: Loose, owner: Owner): ShownContent {
  const type = asText(part.type) ?? '';
  const reply = asObject(part[type]);
  if (reply) {
    const kind = replyKinds[type as keyof typeof replyKinds] ?? 'button';
    const title = asText(reply.title) ?? asText(reply.body) ?? asText(reply.response) ?? '';
    return { choice: { kind, title, description: asText(reply.description) }, actions: [] };
  }
  const action = asObject(part.action) ?? {};
  return {
    ...headerOf(part.header, owner),
    text: asText(asObject(part.body)?.text),
    footer: asText(asObject(part.footer)?.text),
    products: productsOf(type, action),
    actions: actionsOf(type, action),
    carousel: Array.isArray(action.cards)
      ? objectsIn(action.cards).map((card) => interactiveContent(card, owner))
      : undefined,
  };
}

function actionsOf(type: string, action: Loose): readonly ShownAction[] {
  const parameters = asObject(action.parameters) ?? {};
  if (Array.isArray(action.buttons)) return objectsIn(action.buttons).flatMap(replyAction);
  if (type === 'list') return [listAction(action)];
  switch (asText(action.name) ?? type) {
    case 'cta_url':
      return [
        { kind: 'link', title: asText(parameters.display_text) ?? '', url: asText(parameters.url) ?? '' },
      ];
    case 'send_location':
      return [{ kind: 'location' }];
    case 'flow':
      return [{ kind: 'flow', title: asText(parameters.flow_cta) ?? '' }];
    case 'catalog_message':
      return [{ kind: 'catalog' }];
    case 'product':
      return [{ kind: 'product' }];
    case 'product_list':
      return [{ kind: 'products' }];
    default:
      return [];
  }
}

function replyAction(button: Loose): ShownAction | [] {
  const reply = asObject(button.reply) ?? asObject(button.quick_reply);
  return reply ? { kind: 'reply', id: asText(reply.id) ?? '', title: asText(reply.title) ?? '' } : [];
}

function productsOf(type: string, action: Loose): ShownContent['products'] {
  const catalogId = asText(action.catalog_id);
  if (type === 'product')
    return { catalogId, sections: [{ ids: [asText(action.product_retailer_id) ?? ''] }] };
  if (type !== 'product_list') return undefined;
  return {
    catalogId,
    sections: objectsIn(action.sections).map((section) => ({
      title: asText(section.title),
      ids: objectsIn(section.product_items).flatMap((item) => asText(item.product_retailer_id) ?? []),
    })),
  };
}

function orderOf(part: Loose): ShownContent['order'] {
  return objectsIn(part.product_items).map((item) => ({
    id: asText(item.product_retailer_id) ?? '',
    quantity: asNumber(Number(item.quantity)),
    price: asNumber(Number(item.item_price)),
    currency: asText(item.currency),
  }));
}

function cardsOf(value: readonly unknown[]): readonly ShownCard[] {
  return objectsIn(value).map((card) => {
    const organization = asObject(card.org);
    return {
      name: asText(asObject(card.name)?.formatted_name) ?? '',
      phones: textsOf(card.phones, 'phone'),
      emails: textsOf(card.emails, 'email'),
      urls: textsOf(card.urls, 'url'),
      addresses: objectsIn(card.addresses).map(({ street, city, state, zip, country }) =>
        [street, city, state, zip, country].flatMap((one) => asText(one) ?? []).join(', '),
      ),
      organization:
        [organization?.title, organization?.department, organization?.company]
          .flatMap((one) => asText(one) ?? [])
          .join(', ') || undefined,
      birthday: asText(card.birthday),
    };
  });
}

const textsOf = (value: unknown, field: string): readonly string[] =>
  asList(value).flatMap((item) => asText(asObject(item)?.[field]) ?? []);

/** The file of a header is in what was sent; the texts are as the template has them. */
function templateContent(
  rendered: NonNullable<ChatMessage['rendered']>,
  sent: Loose | undefined,
  owner: Owner,
): ShownContent {
  const header = objectsIn(sent?.components).find(({ type }) => String(type).toLowerCase() === 'header');
  const [parameter] = objectsIn(header?.parameters);
  const { file } = headerOf(parameter, owner);
  return {
    title: rendered.header ?? undefined,
    file,
    place: placeOf(parameter?.location),
    text: rendered.body,
    footer: rendered.footer ?? undefined,
    actions: objectsIn(rendered.buttons).map(templateButton),
  };
}
