// What is on the screen of the phone: who writes, and a wall with messages. The phone page and the previews share it.

import type { ReactNode } from 'react';
import { useMe } from '../../queries/me.ts';
import { HoopoeMark } from '../page/hoopoe-mark.tsx';
import styles from './phone-screen.module.css';

/** The company, as the person sees it. `about`: its number, or that it is typing. */
export function PhoneHead({ about }: { about?: ReactNode }) {
  const { company } = useMe();
  return (
    <header className={styles.head}>
      <span className={styles.avatar}>
        <HoopoeMark size={34} />
      </span>
      <div className={styles.names}>
        <div className={styles.name}>
          <bdi>{company.name}</bdi>
        </div>
        {about !== undefined && <div className={styles.about}>{about}</div>}
      </div>
    </header>
  );
}
