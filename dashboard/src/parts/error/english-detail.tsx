// What the gateway or the other side said in its own words, which are English in every language: open for those who read the page
// in English, behind a fold in other languages.

import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../text/left-to-right.tsx';
import styles from './error-alert.module.css';

export function EnglishDetail({ code, detail }: { code: string; detail: string }) {
  const { t, i18n } = useTranslation();
  const isEnglish = i18n.language === 'en';
  const text = (
    <Text size="xs" c="dimmed" dir="ltr" lang="en" className="preview" style={{ overflowWrap: 'anywhere' }}>
      <LeftToRight mono>{code}</LeftToRight>
      {detail !== '' && ` · ${detail}`}
    </Text>
  );
  if (isEnglish || detail === '') return text;
  return (
    <details className={styles.details}>
      <summary>{t('problem.details')}</summary>
      {text}
    </details>
  );
}
