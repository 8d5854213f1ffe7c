// Everything a page may rely on: theme, direction, data, router, toasts.

import '../fonts.css';
import '../kit-styles.css';
import '../theme.css';
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, languages } from '../i18n/i18n.ts';
import { forgetAnswers } from '../parts/session/forget-answers.ts';
import { createQueryClient } from '../queries/query-client.ts';
import { forgetCompany } from '../session.ts';
import { cssVariables, themeFor } from '../theme.ts';
import { createAppRouter } from './router.tsx';

const Toasts = lazy(async () => {
  const [kit] = await Promise.all([
    import('@mantine/notifications'),
    import('@mantine/notifications/styles.layer.css'),
  ]);
  return { default: kit.Notifications };
});

const queryClient = createQueryClient({ onSessionEnded: leaveEndedSession, onRemoved: leaveCompany });
const router = createAppRouter(queryClient);

let isLeaving = false;

/** The gateway no longer knows the session: ask for it again, then come back to the same page. */
function leaveEndedSession(): void {
  const { pathname, href } = router.state.location;
  if (isLeaving || pathname === '/sign-in') return;
  isLeaving = true;
  // The pages go first: one that is still there would ask again, without a session.
  void router.navigate({ to: '/sign-in', search: { redirect: href, ended: 'yes' } }).finally(() => {
    isLeaving = false;
    forgetAnswers(queryClient);
  });
}

/** The user was removed from the company: begin again, with another one of theirs or with none. */
function leaveCompany(): void {
  forgetCompany();
  window.location.assign('/');
}

export function App() {
  const { i18n } = useTranslation();
  const { direction } = languages[currentLanguage(i18n)];
  return (
    <StrictMode>
      <DirectionProvider initialDirection={direction} detectDirection={false}>
        <Themed direction={direction} />
      </DirectionProvider>
    </StrictMode>
  );
}

function Themed({ direction }: { direction: 'ltr' | 'rtl' }) {
  const { t } = useTranslation();
  const { setDirection } = useDirection();
  useEffect(() => setDirection(direction), [direction, setDirection]);
  const theme = useMemo(() => themeFor(t), [t]);
  const hasBeenUsed = useHasBeenUsed();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      {hasBeenUsed && (
        <Suspense>
          <Toasts position={direction === 'rtl' ? 'bottom-left' : 'bottom-right'} />
        </Suspense>
      )}
    </MantineProvider>
  );
}

/** A toast follows an action of the user, so its code can come after the first key or click. */
function useHasBeenUsed(): boolean {
  const [hasBeenUsed, setHasBeenUsed] = useState(false);
  useEffect(() => {
    const note = () => setHasBeenUsed(true);
    const kinds = ['pointerdown', 'keydown'] as const;
    for (const kind of kinds) window.addEventListener(kind, note, { once: true, capture: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, note, { capture: true });
    };
  }, []);
  return hasBeenUsed;
}
