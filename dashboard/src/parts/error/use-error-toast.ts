// A refusal of something that was asked for with one click, as a toast: what did not happen, and why, in the language of the page.

import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../api.ts';
import { useErrorText } from './use-error-text.ts';

export function useErrorToast(): (title: string) => (error: Error) => void {
  const { t, i18n } = useTranslation();
  const textOf = useErrorText();
  const sentenceOf = (error: Error): string => {
    if (!(error instanceof ProblemError)) return t('error_page.unreachable_hint');
    const { code, detail } = error.problem;
    // The gateway's own words are English, and nearer to the case than those of the catalogue.
    return i18n.language === 'en' ? detail : (textOf(code)?.cause ?? detail);
  };
  return (title) => (error) => void notifications.show({ color: 'red', title, message: sentenceOf(error) });
}
