// The views of one page, above it. Links, not tabs: each has an address of its own.

import { Group } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import type { Ref } from 'react';
import { RouteLink } from './route-link.tsx';
import styles from './view-links.module.css';

interface View {
  to: NonNullable<LinkProps['to']>;
  name: string;
  /** Whether the addresses below it are other views. */
  isExact: boolean;
}

interface ViewLinksProps {
  /** The thing that they are views of. */
  label: string;
  views: readonly View[];
  mb?: 'md' | 'lg';
  ref?: Ref<HTMLDivElement>;
}

export function ViewLinks({ label, views, mb = 'md', ref }: ViewLinksProps) {
  return (
    <Group component="nav" ref={ref ?? null} gap="lg" mb={mb} className={styles.tabs} aria-label={label}>
      {views.map(({ to, name, isExact }) => (
        <RouteLink
          key={to}
          to={to}
          activeOptions={{ exact: isExact, includeSearch: false }}
          className={styles.tab as string}
          underline="never"
        >
          {name}
        </RouteLink>
      ))}
    </Group>
  );
}
