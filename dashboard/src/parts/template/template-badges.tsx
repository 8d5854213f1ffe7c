// The state, category and quality of a template, in the same colours wherever they stand.

import type { Template } from '@hudhud/contract/templates.ts';
import { Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../state/status-badge.tsx';
import type { StatusColor } from '../state/status-color.ts';

const statusColors: Readonly<Record<string, StatusColor>> = {
  approved: 'teal',
  pending: 'blue',
  flagged: 'yellow',
  paused: 'yellow',
  rejected: 'red',
  disabled: 'red',
};

const qualityColors: Readonly<Record<string, StatusColor>> = { green: 'teal', yellow: 'yellow', red: 'red' };

/** Each group written out, so that a search for a key finds where it is used. */
const keyOf = {
  template_status: (word: string) => `template_status.${word}`,
  template_category: (word: string) => `template_category.${word}`,
  template_quality: (word: string) => `template_quality.${word}`,
} as const;

/** WhatsApp may have words that we do not know yet. */
export function useTemplateWords() {
  const { t, i18n } = useTranslation();
  return (group: keyof typeof keyOf, word: string): string => {
    const key = keyOf[group](word);
    return i18n.exists(key) ? String(t(key as 'template_status.approved')) : word;
  };
}

export function TemplateStatusBadge({ template }: { template: Template }) {
  const words = useTemplateWords();
  const badge = (
    <StatusBadge color={statusColors[template.status] ?? 'gray'}>
      {words('template_status', template.status)}
    </StatusBadge>
  );
  return template.reason === null ? (
    badge
  ) : (
    <Tooltip label={template.reason} multiline maw={300}>
      {badge}
    </Tooltip>
  );
}

export function TemplateCategoryBadge({ category }: { category: string }) {
  const words = useTemplateWords();
  return <StatusBadge color="gray">{words('template_category', category)}</StatusBadge>;
}

export function TemplateQualityBadge({ quality }: { quality: string | null }) {
  const words = useTemplateWords();
  if (quality === null) return null;
  return (
    <StatusBadge color={qualityColors[quality] ?? 'gray'}>{words('template_quality', quality)}</StatusBadge>
  );
}
