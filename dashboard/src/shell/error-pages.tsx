// What is shown instead of a page: nothing at this address, no gateway, or a fault of our own.

import { Button, Center, Code, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ProblemError, UnreachableError } from '../api.ts';
import { ErrorAlert } from '../parts/error/error-alert.tsx';
import { HoopoeScene } from '../parts/page/hoopoe-scene.tsx';
import { RouteButton } from '../parts/page/route-link.tsx';

/** In front of the sign-in; behind it, `NothingHere` stands inside the shell, which has the navigation. */
export function NotFoundPage() {
  return (
    <main>
      <NothingHere />
    </main>
  );
}

export function NothingHere() {
  const { t } = useTranslation();
  return (
    <Center mih="60vh" p="lg">
      <Stack align="center" gap="sm" ta="center">
        <HoopoeScene scene="searching" size={140} />
        <Title order={1}>{t('error_page.not_found')}</Title>
        <Text c="dimmed">{t('error_page.not_found_hint')}</Text>
        <RouteButton to="/">{t('error_page.to_overview')}</RouteButton>
      </Stack>
    </Center>
  );
}

export function CrashPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const isAnswer = error instanceof ProblemError || error instanceof UnreachableError;
  return (
    <Center component="main" mih="60vh" p="lg">
      {isAnswer ? (
        <ErrorAlert error={error} onRetry={() => void router.invalidate()} />
      ) : (
        <Stack gap="sm" maw={560}>
          <Title order={1}>{t('error_page.crash')}</Title>
          <Text c="dimmed">{t('error_page.crash_hint')}</Text>
          <Code block className="ltr">
            {error instanceof Error ? error.message : String(error)}
          </Code>
          <Button w="fit-content" onClick={() => window.location.reload()}>
            {t('action.reload')}
          </Button>
        </Stack>
      )}
    </Center>
  );
}
