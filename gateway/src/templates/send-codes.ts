// Refusals of a message that names a template, for every route that accepts messages.

import type { ErrorCode } from '@hudhud/contract/errors.ts';

export const templateSendCodes = [
  'templates_not_carried',
  'template_not_found',
  'template_not_approved',
  'template_paused',
  'template_variable_missing',
  'template_variable_unknown',
  'template_variable_invalid',
  'template_header_missing',
  'template_header_kind',
  'template_button_missing',
] as const satisfies readonly ErrorCode[];
