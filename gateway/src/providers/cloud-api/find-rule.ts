// Which rule an error gets: that of its code, else that of its HTTP status.

import { byItself } from '../own-failure.ts';
import type { Failure } from '../provider.ts';
import type { GraphError } from './graph-error.ts';
import { fixMessage, newToken, permission, playbook, type Rule, rule } from './playbook.ts';

const permissionCodes = { from: 200, to: 299 };
/** "Object with this id does not exist": Graph says 100 for it, and means the number. */
const unknownObject = { code: 100, subcode: 33 };

/** An unknown code is judged by the HTTP status it came with. */
export const findRule = (
  { code, subcode }: Pick<GraphError, 'code' | 'subcode'>,
  httpStatus: number,
): Rule => {
  const isUnknownObject = code === unknownObject.code && subcode === unknownObject.subcode;
  const known = playbook[isUnknownObject ? unknownObject.subcode : code];
  if (known) return known;
  if (code >= permissionCodes.from && code <= permissionCodes.to) {
    return rule('suspend', 'A permission is missing or was removed.', permission);
  }
  if (httpStatus === 401) return rule('suspend', 'Meta does not accept the access token.', newToken);
  if (httpStatus === 429) return rule('slow_down', 'Meta asks to slow down.', byItself);
  if (httpStatus >= 500) return rule('retry', 'Meta reported a fault of its own.', byItself);
  return rule('reject', 'Meta refused the message.', fixMessage);
};

/** For a refusal below 500 without a Graph error: a proxy, a wrong address, or an answer that broke off. */
export const findForeignRule = (httpStatus: number): Rule => {
  if (httpStatus === 401) return rule('suspend', 'The access token is not accepted.', newToken);
  if (httpStatus === 413) return rule('reject', 'The message is too long for the way to Meta.', fixMessage);
  return rule(
    'slow_down',
    'The refusal is not in the words of Meta.',
    'Check the base address and what stands between this machine and Meta; it is tried again by itself.',
    60,
  );
};

export const toFailure = (error: GraphError, { cause, action }: Rule): Failure => ({
  code: String(error.code),
  title: error.title,
  detail: error.detail,
  cause,
  action,
});
