// The `action` of each kind of interactive message: buttons, lists, links, flows, products, carousels.
import {
  checkLink,
  checkList,
  checkObject,
  checkOneOf,
  checkOptionalText,
  checkText,
  invalid,
  type Json,
  missing,
  type Problem,
} from './check-value.ts';

const tooLong = 131009;

const checks = {
  button: checkButtons,
  list: checkListAction,
  cta_url: checkLinkAction,
  flow: checkFlow,
  location_request_message: named('send_location'),
  product: checkProduct,
  product_list: checkProductList,
  catalog_message: named('catalog_message'),
  carousel: checkCarousel,
  call_permission_request: named('call_permission_request'),
  contact_request: named('request_contact_info'),
  address_message: named('address_message'),
  order_details: named('review_and_pay'),
  order_status: named('review_order'),
  voice_call: named('voice_call'),
} satisfies Record<string, (action: Json, param: string) => Problem>;

export type InteractiveKind = keyof typeof checks;
export const interactiveKinds = Object.keys(checks) as InteractiveKind[];

export function checkInteractiveAction(kind: InteractiveKind, action: Json, param: string): Problem {
  return checks[kind](action, param);
}

function named(name: string): (action: Json, param: string) => Problem {
  return (action, param) => checkOneOf(action.name, `${param}['name']`, [name]);
}

function checkButtons(action: Json, param: string): Problem {
  const titles = new Set<unknown>();
  const ids = new Set<unknown>();
  return checkList(action.buttons, `${param}['buttons']`, { min: 1, max: 3 }, (button, at) =>
    checkObject(button, at, ({ type, reply }) => {
      return (
        checkOneOf(type, `${at}['type']`, ['reply']) ??
        checkObject(reply, `${at}['reply']`, (part, replyParam) => {
          const isRepeated = titles.has(part.title) || ids.has(part.id);
          titles.add(part.title);
          ids.add(part.id);
          return checkReply(part, replyParam) ?? (isRepeated ? invalid(at, 'is not unique.') : null);
        })
      );
    }),
  );
}

function checkReply(reply: Json, param: string): Problem {
  return (
    checkText(reply.id, `${param}['id']`, { max: 256, tooLong }) ??
    checkText(reply.title, `${param}['title']`, { max: 20, tooLong })
  );
}

function checkListAction(action: Json, param: string): Problem {
  const sections = `${param}['sections']`;
  let rows = 0;
  const ids = new Set<unknown>();
  const needsTitles = Array.isArray(action.sections) && action.sections.length > 1;
  return (
    checkText(action.button, `${param}['button']`, { max: 20, tooLong }) ??
    checkList(action.sections, sections, { min: 1, max: 10 }, (section, at) =>
      checkObject(section, at, ({ title, rows: list }) => {
        rows += Array.isArray(list) ? list.length : 0;
        return (
          (needsTitles && !title ? missing(`${at}['title']`) : null) ??
          checkOptionalText(title, `${at}['title']`, { max: 24, tooLong }) ??
          checkList(list, `${at}['rows']`, { min: 1, max: 10 }, (row, rowParam) =>
            checkObject(row, rowParam, (part) => checkRow(part, rowParam, ids)),
          )
        );
      }),
    ) ??
    (rows > 10 ? invalid(sections, 'must have at most 10 rows in total.') : null)
  );
}

function checkRow(row: Json, param: string, ids: Set<unknown>): Problem {
  const isRepeated = ids.has(row.id);
  ids.add(row.id);
  return (
    checkText(row.id, `${param}['id']`, { max: 200, tooLong }) ??
    checkText(row.title, `${param}['title']`, { max: 24, tooLong }) ??
    checkOptionalText(row.description, `${param}['description']`, { max: 72, tooLong }) ??
    (isRepeated ? invalid(`${param}['id']`, 'is not unique.') : null)
  );
}

function checkLinkAction(action: Json, param: string): Problem {
  return (
    checkOneOf(action.name, `${param}['name']`, ['cta_url']) ??
    checkObject(
      action.parameters,
      `${param}['parameters']`,
      ({ display_text: text, url }, at) =>
        checkText(text, `${at}['display_text']`, { max: 20, tooLong }) ?? checkLink(url, `${at}['url']`),
    )
  );
}

function checkFlow(action: Json, param: string): Problem {
  return (
    checkOneOf(action.name, `${param}['name']`, ['flow']) ??
    checkObject(action.parameters, `${param}['parameters']`, (flow, at) => {
      const named = [flow.flow_id, flow.flow_name].filter((name) => name !== undefined);
      return (
        checkOneOf(flow.flow_message_version, `${at}['flow_message_version']`, ['3']) ??
        (named.length === 1 ? null : invalid(at, "takes one of 'flow_id' and 'flow_name'.")) ??
        checkText(flow.flow_cta, `${at}['flow_cta']`, { max: 30, tooLong }) ??
        checkOptionalOneOf(flow.mode, `${at}['mode']`, ['draft', 'published']) ??
        checkOptionalOneOf(flow.flow_action, `${at}['flow_action']`, ['navigate', 'data_exchange'])
      );
    })
  );
}

function checkOptionalOneOf(value: unknown, param: string, allowed: readonly string[]): Problem {
  return value === undefined ? null : checkOneOf(value, param, allowed);
}

function checkProduct(action: Json, param: string): Problem {
  return (
    checkText(action.catalog_id, `${param}['catalog_id']`, { max: 64, tooLong }) ??
    checkText(action.product_retailer_id, `${param}['product_retailer_id']`, { max: 256, tooLong })
  );
}

function checkProductList(action: Json, param: string): Problem {
  let products = 0;
  const sections = `${param}['sections']`;
  return (
    checkText(action.catalog_id, `${param}['catalog_id']`, { max: 64, tooLong }) ??
    checkList(action.sections, sections, { min: 1, max: 10 }, (section, at) =>
      checkObject(section, at, ({ title, product_items: items }) => {
        products += Array.isArray(items) ? items.length : 0;
        return (
          checkOptionalText(title, `${at}['title']`, { max: 24, tooLong }) ??
          checkList(items, `${at}['product_items']`, { min: 1, max: 30 }, (item, itemParam) =>
            checkObject(item, itemParam, ({ product_retailer_id: id }) =>
              checkText(id, `${itemParam}['product_retailer_id']`, { max: 256, tooLong }),
            ),
          )
        );
      }),
    ) ??
    (products > 30 ? invalid(sections, 'must have at most 30 products in total.') : null)
  );
}

function checkCarousel(action: Json, param: string): Problem {
  return checkList(action.cards, `${param}['cards']`, { min: 2, max: 10 }, (card, at, index) =>
    checkObject(
      card,
      at,
      (part) =>
        (part.card_index === index ? null : invalid(`${at}['card_index']`, `must be ${index}.`)) ??
        checkObject(part.action, `${at}['action']`, (cardAction, actionParam) =>
          cardAction.buttons === undefined
            ? checkLinkAction(cardAction, actionParam)
            : checkQuickReplies(cardAction, actionParam),
        ),
    ),
  );
}

function checkQuickReplies(action: Json, param: string): Problem {
  return checkList(action.buttons, `${param}['buttons']`, { min: 1, max: 3 }, (button, at) =>
    checkObject(
      button,
      at,
      ({ type, quick_reply: reply }) =>
        checkOneOf(type, `${at}['type']`, ['quick_reply']) ??
        checkObject(reply, `${at}['quick_reply']`, checkReply),
    ),
  );
}
