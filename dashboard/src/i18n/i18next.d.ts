// Makes `t('...')` know every key, so that a missing text is a compile error.

import 'i18next';
import type { ErrorCode } from '@hudhud/contract/errors.ts';
import type en from './en.json';
import type { TextsOfAreas } from './text-areas.ts';

/** A type and not an interface: i18next looks for nested keys only in types with an index. */
type ErrorTexts = Record<ErrorCode, { title: string; cause: string; action: string }>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en & TextsOfAreas; errors: ErrorTexts };
  }
}
