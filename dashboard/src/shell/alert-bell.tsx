// The bell above every page: how many alerts the person has not read. Their list is loaded when the bell is first pressed.

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { alertSummaryQuery } from '../queries/alerts.ts';
import { BellButton } from './bell-button.tsx';

const AlertPopover = lazy(() => import('./alert-popover.tsx'));

export function AlertBell() {
  const [isPressed, setPressed] = useState(false);
  const unread = useQuery(alertSummaryQuery).data?.unread ?? 0;
  const button = <BellButton unread={unread} onPress={() => setPressed(true)} />;
  if (!isPressed) return button;
  return (
    <Suspense fallback={button}>
      <AlertPopover unread={unread} />
    </Suspense>
  );
}
