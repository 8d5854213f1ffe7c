// Interactive messages: what all kinds share (header, body, footer). The `action` of each kind has its own file.
import type { MediaStore } from '../account/media.ts';
import {
  checkInteractiveAction,
  type InteractiveKind,
  interactiveKinds,
} from './check-interactive-action.ts';
import { checkMediaSource } from './check-media-message.ts';
import {
  checkKeys,
  checkObject,
  checkOneOf,
  checkText,
  invalid,
  type Json,
  missing,
  type Problem,
  wrong,
} from './check-value.ts';

interface PartRules {
  headers: readonly string[];
  needsHeader?: true;
  bodyOptional?: true;
  bodyMax?: number;
}

const anyHeader = ['text', 'image', 'video', 'document'];
const usual: PartRules = { headers: anyHeader };
const rulesOf: Partial<Record<InteractiveKind, PartRules>> = {
  list: { headers: ['text'], bodyMax: 4_096 },
  product: { headers: [], bodyOptional: true },
  product_list: { headers: ['text'], needsHeader: true },
  location_request_message: { headers: [] },
  catalog_message: { headers: [] },
  carousel: { headers: [] },
  call_permission_request: { headers: [], bodyOptional: true },
};

export function checkInteractiveMessage(
  interactive: Json,
  media: MediaStore,
  phoneNumberId: string,
): Problem {
  const kindProblem = checkOneOf(interactive.type, "interactive['type']", interactiveKinds);
  if (kindProblem) return kindProblem;
  const kind = interactive.type as InteractiveKind;
  const rules = rulesOf[kind] ?? usual;
  return (
    checkKeys(interactive, 'interactive', ['type', 'header', 'body', 'footer', 'action']) ??
    checkHeader(interactive.header, "interactive['header']", rules, media, phoneNumberId) ??
    checkTextPart(interactive.body, "interactive['body']", rules.bodyMax ?? 1_024, rules.bodyOptional) ??
    checkTextPart(interactive.footer, "interactive['footer']", 60, true) ??
    checkObject(interactive.action, "interactive['action']", (action, param) =>
      checkInteractiveAction(kind, action, param),
    )
  );
}

function checkTextPart(value: unknown, param: string, max: number, isOptional?: boolean): Problem {
  if (value === undefined && isOptional) return null;
  return checkObject(value, param, (part) =>
    checkText(part.text, `${param}['text']`, { max, tooLong: 131009 }),
  );
}

function checkHeader(
  value: unknown,
  param: string,
  rules: PartRules,
  media: MediaStore,
  phoneNumberId: string,
): Problem {
  if (value === undefined) return rules.needsHeader ? missing(param) : null;
  return checkObject(value, param, (header) => {
    const { type } = header;
    if (typeof type !== 'string' || !anyHeader.includes(type)) {
      return wrong(`${param}['type']`, `must be one of {${anyHeader.join(', ')}}.`);
    }
    if (!rules.headers.includes(type)) {
      return invalid(`${param}['type']`, `${type} is not allowed for this kind of message.`);
    }
    if (type === 'text') {
      return checkText(header.text, `${param}['text']`, { max: 60, tooLong: 131009 });
    }
    return checkObject(header[type], `${param}['${type}']`, (source, sourceParam) =>
      checkMediaSource(source, sourceParam, media, phoneNumberId),
    );
  });
}
