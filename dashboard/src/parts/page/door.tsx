// The frame of the pages in front of the sign-in: the mark, what this is about, one card, and the two preferences.

import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { DoorPreferences } from './door-preferences.tsx';
import { HoopoeMark } from './hoopoe-mark.tsx';
import { usePageTitle } from './page-header.tsx';

interface DoorProps {
  title: string;
  subtitle: string;
  /** Between the heading and the card. */
  notice?: ReactNode;
  /** Below the card: links to the other sign-in pages. */
  foot?: ReactNode;
  isWide?: boolean;
  /** In the place of the mark. */
  picture?: ReactNode;
  children: ReactNode;
}

export function Door({ title, subtitle, notice, foot, isWide = false, picture, children }: DoorProps) {
  usePageTitle(title);
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={isWide ? 560 : 430} gap="lg">
        <Stack align="center" gap={6} ta="center">
          {picture ?? <HoopoeMark size={56} />}
          <Title order={1} mt="xs">
            {title}
          </Title>
          <Text c="dimmed">{subtitle}</Text>
        </Stack>
        {notice}
        <Paper withBorder p={{ base: 'md', xs: 'xl' }} bg="var(--hudhud-raised)">
          {children}
        </Paper>
        {foot && (
          <Group justify="center" gap="lg">
            {foot}
          </Group>
        )}
        <DoorPreferences />
      </Stack>
    </Center>
  );
}
