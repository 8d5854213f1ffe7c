// A few rows within a panel, such as the newest of a log: a line between them, and no head.

import type { ReactNode } from 'react';
import styles from './short-list.module.css';

interface ShortListProps {
  isDense?: boolean;
  children: ReactNode;
}

export function ShortList({ isDense = false, children }: ShortListProps) {
  return (
    <ul className={styles.list} data-dense={isDense || undefined}>
      {children}
    </ul>
  );
}

export function ShortListItem({ children }: { children: ReactNode }) {
  return <li className={styles.item}>{children}</li>;
}
