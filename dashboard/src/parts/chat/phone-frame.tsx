// A phone drawn around its screen. On a real phone it would be a phone in a phone, so there it is only the screen.

import { IconBattery3, IconSignal4g, IconWifi } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNow } from '../time/use-now.ts';
import { useTimeText } from '../time/use-time-text.ts';
import styles from './phone-frame.module.css';

export function PhoneFrame({ name, children }: { name: string; children: ReactNode }) {
  const text = useTimeText();
  return (
    <section className={styles.phone} aria-label={name}>
      <div className={styles.screen}>
        <div className={styles.bar} aria-hidden>
          <span className={styles.clock}>{text.clock(useNow())}</span>
          <span className={styles.island} />
          <span className={styles.signals}>
            <IconSignal4g size={15} />
            <IconWifi size={15} />
            <IconBattery3 size={17} />
          </span>
        </div>
        {children}
        <div className={styles.home} aria-hidden />
      </div>
    </section>
  );
}
