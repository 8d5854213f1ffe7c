// Error codes in plain words, from the catalogue in the reader's language. Null for a code that this build does not
// know yet: then the words of the gateway's own answer have to do.

import type { ErrorCode } from '@hudhud/contract/errors.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { needErrorTexts } from '../../i18n/i18n.ts';

export interface ErrorText {
  readonly title: string;
  readonly cause: string;
  readonly action: string;
}

export function useErrorText(): (code: string) => ErrorText | null {
  const { t, i18n } = useTranslation('errors');
  useEffect(() => void needErrorTexts(), []);
  const isKnown = (code: string): code is ErrorCode => i18n.exists(`${code}.title`, { ns: 'errors' });
  return (code) =>
    isKnown(code)
      ? { title: t(`${code}.title`), cause: t(`${code}.cause`), action: t(`${code}.action`) }
      : null;
}
