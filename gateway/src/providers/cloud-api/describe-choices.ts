// Describes a person's choice: a button, a row of a list, a form, whether they may be called, how they pay.

import { type Fields, isShallow, present } from '../read-values.ts';
import { asFields, asText } from './graph-error.ts';
import { asFlag, readIsoTime } from './read-values.ts';

const readForm = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return text;
  }
};

export const readChoice = (message: Fields) => {
  const button = asFields(message.button);
  if (button) {
    return present({ kind: 'button' as const, id: asText(button.payload), title: asText(button.text) });
  }
  const interactive = asFields(message.interactive);
  const pressed = asFields(interactive?.button_reply);
  if (pressed) {
    return present({ kind: 'button' as const, id: asText(pressed.id), title: asText(pressed.title) });
  }
  const row = asFields(interactive?.list_reply);
  if (row) {
    const { id, title, description } = row;
    return present({
      kind: 'list' as const,
      id: asText(id),
      title: asText(title),
      description: asText(description),
    });
  }
  const form = asFields(interactive?.nfm_reply);
  return (
    form &&
    present({
      kind: 'form' as const,
      title: asText(form.body),
      name: asText(form.name),
      fields: readForm(asText(form.response_json)),
    })
  );
};

export const readCallPermission = (message: Fields) => {
  const reply = asFields(asFields(message.interactive)?.call_permission_reply);
  return (
    reply &&
    present({
      response: asText(reply.response),
      is_permanent: asFlag(reply.is_permanent),
      expires_at: readIsoTime(reply.expiration_timestamp),
      source: asText(reply.response_source),
    })
  );
};

export const readPaymentMethod = (message: Fields): Fields | null => {
  const chosen = asFields(asFields(message.interactive)?.payment_method);
  return chosen && isShallow(chosen) ? chosen : null;
};

const knownReplies = new Set([
  'button_reply',
  'list_reply',
  'nfm_reply',
  'call_permission_reply',
  'payment_method',
]);

/** An answer of an unknown kind. */
export const readUnknownReply = (message: Fields): Fields | null => {
  const interactive = asFields(message.interactive);
  const type = asText(interactive?.type);
  if (!interactive || type === null || knownReplies.has(type) || !isShallow(interactive)) return null;
  return { interactive };
};
