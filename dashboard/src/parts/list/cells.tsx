// What stands in the cells of a list that moves: plain elements. A row of the component kit's texts and groups took 4.3 ms of
// script instead of 1.2, and fifty of them may come in a second.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { duration } from '../time/times.ts';
import styles from './cells.module.css';

export const CellText = ({ children }: { children: ReactNode }) => (
  <div className={styles.text}>{children}</div>
);

/** Below a value. */
export const CellNote = ({ children }: { children: ReactNode }) => (
  <div className={styles.note}>{children}</div>
);

export function CellDuration({ milliseconds }: { milliseconds: number }) {
  const { language } = useTranslation().i18n;
  return <div className={`${styles.text} ${styles.nowrap}`}>{duration(milliseconds, language)}</div>;
}

/** Method and address, cut where they are too long. */
export const CellAddress = ({ method, url, full }: { method: string; url: string; full: string }) => (
  <bdi dir="ltr" className={`ltr mono ${styles.address}`} title={full}>
    <b>{method}</b> {url}
  </bdi>
);
