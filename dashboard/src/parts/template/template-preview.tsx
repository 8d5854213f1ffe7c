// The bubble on the wall of a chat, for pages that have no phone around it.

import type { RenderedTemplate } from '@hudhud/contract/template-rendering.ts';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TemplateBubble } from './template-bubble.tsx';
import styles from './template-preview.module.css';

export function TemplatePreview({ rendered }: { rendered: RenderedTemplate }) {
  const { t } = useTranslation();
  return (
    <section className={styles.wall} aria-label={t('template_preview.title')}>
      {rendered.body === '' && rendered.header === null ? (
        <Text size="sm">{t('template_preview.empty')}</Text>
      ) : (
        <TemplateBubble rendered={rendered} />
      )}
    </section>
  );
}
