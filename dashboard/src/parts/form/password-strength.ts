// How good a new password looks while it is typed. A hint only: what is refused, the gateway decides. Length counts most.

import { passwordCharactersMin } from '@hudhud/contract/input-limits.ts';

export type PasswordStrength = 'too_short' | 'weak' | 'fair' | 'strong';

const isPattern = (password: string): boolean =>
  /^(.{1,5}?)\1+.{0,2}$/su.test(password) || /^\d+$/.test(password) || new Set(password).size < 5;

export function passwordStrength(password: string): PasswordStrength {
  const length = [...password].length;
  if (length < passwordCharactersMin) return 'too_short';
  if (isPattern(password.toLowerCase())) return 'weak';
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password));
  return length >= 16 || (length >= 13 && kinds.length >= 2) ? 'strong' : 'fair';
}
