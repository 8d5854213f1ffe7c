// What the gateway says about single fields, for a form to show at those fields.

import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../api.ts';
import { useErrorText } from '../error/use-error-text.ts';

/**
 * A pointer such as /fields/app_secret becomes the form's own path: fields.app_secret. The gateway's sentences are English;
 * in another language the catalogue's words for the code stand at the field, and the sentence in the details of the alert.
 */
export function usePointedErrors(): (error: Error | null) => Record<string, ReactNode> {
  const { i18n } = useTranslation();
  const textOf = useErrorText();
  return useCallback(
    (error) => {
      if (!(error instanceof ProblemError)) return {};
      return Object.fromEntries(
        (error.problem.errors ?? []).flatMap(({ pointer, detail, code }) => {
          if (!pointer) return [];
          const words = i18n.language === 'en' ? detail : (textOf(code)?.title ?? detail);
          return [[pointer.slice(1).replaceAll('/', '.'), <bdi key={pointer}>{words}</bdi>]];
        }),
      );
    },
    [i18n.language, textOf],
  );
}
