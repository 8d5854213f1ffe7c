// The details of one row, beside its list. It has an address of its own, so it opens with the page and closes by
// going back to the list.

import { Drawer, Skeleton, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../error/error-alert.tsx';
import { phoneWidth } from '../list/record-table.tsx';
import { usePageTitle } from './page-header.tsx';

interface DetailDrawerProps<Data> {
  title: string;
  query: UseQueryResult<Data>;
  /** Called when the drawer has left the screen. */
  onClosed: () => void;
  /** Something is filled in: the page behind rests until it is saved or left. */
  isForm?: boolean;
  /** In pixels; wider where two things stand side by side. */
  width?: number;
  /** The same while it stands beside its list, which needs room too. */
  paneWidth?: number;
  children: (data: Data) => ReactNode;
}

export function DetailDrawer<Data>(props: DetailDrawerProps<Data>) {
  const { title, query, onClosed, width = 620, paneWidth = width, isForm = false, children } = props;

  // Opened after the first paint, so that it slides in.
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false });
  const isWide = useMediaQuery(wideScreen, false, { getInitialValueInEffect: false });
  const isPane = isWide && !isForm;
  usePane(isPane && isOpen ? paneWidth : 0);
  usePageTitle(title);
  return (
    <Drawer
      opened={isOpen}
      {...(isPane && paneProps)}
      onClose={() => {
        if (!isBehindDialog()) setIsOpen(false);
      }}
      onExitTransitionEnd={onClosed}
      position="right"
      size={isPhone ? '100%' : isPane ? paneWidth : width}
      title={title}
      overlayProps={{ backgroundOpacity: 0.25 }}
      styles={{ title: { fontWeight: 600 }, content: { backgroundColor: 'var(--hudhud-raised)' } }}
    >
      <Content query={query}>{children}</Content>
    </Drawer>
  );
}

/** Where the list and the details have room beside each other. */
const wideScreen = '(min-width: 100em)';

/** Beside the list instead of over it: rows stay in sight and can be opened one after the other. */
const paneProps = {
  withOverlay: false,
  lockScroll: false,
  trapFocus: false,
  closeOnClickOutside: false,
  shadow: 'none',
} as const;

/** The page gives way by as much as the pane takes (shell/layout.tsx). */
function usePane(width: number): void {
  useEffect(() => {
    const { style, dataset } = document.documentElement;
    if (width > 0) {
      style.setProperty('--hudhud-pane', `${width}px`);
      dataset.pane = 'open';
    }
    return () => {
      style.removeProperty('--hudhud-pane');
      delete dataset.pane;
    };
  }, [width]);
}

/** A question or a secret lies over the drawer: the key that closes one of them must not close both. */
const isBehindDialog = (): boolean => document.querySelectorAll('[role="dialog"]').length > 1;

function Content<Data>({ query, children }: Pick<DetailDrawerProps<Data>, 'query' | 'children'>) {
  const { t } = useTranslation();
  if (query.isSuccess) return children(query.data);
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <Stack role="status" aria-label={t('list.loading')}>
      <Skeleton height={24} width="50%" />
      <Skeleton height={160} />
      <Skeleton height={220} />
    </Stack>
  );
}
