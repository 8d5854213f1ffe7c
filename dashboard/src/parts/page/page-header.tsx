// The heading of a page. It also names the browser tab.

import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface PageHeaderProps {
  title: string;
  subtitle: string;
  children?: ReactNode;
}

export function PageHeader({ title, subtitle, children }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Group justify="space-between" align="flex-end" mb="lg" gap="md">
      {/* A long subtitle breaks before the buttons leave its line. */}
      <Stack gap={2} flex={children ? '1 1 20rem' : undefined}>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" size="sm">
          {subtitle}
        </Text>
      </Stack>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  );
}

export function usePageTitle(page: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t('title.page', { page });
  }, [t, page]);
}
