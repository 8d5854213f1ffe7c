// Which company the pages are about, and for people with several, the way to the others.

import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSession } from '../queries/account.ts';
import { useMe } from '../queries/me.ts';
import styles from './sidebar.module.css';

const CompanySwitchMenu = lazy(() => import('./company-switch-menu.tsx'));

export function CompanySwitcher() {
  const { company } = useMe();
  const { companies } = useSession();
  const name = (
    <Text size="sm" fw={550} truncate="end" title={company.name}>
      {company.name}
    </Text>
  );
  const plain = <div className={styles.company}>{name}</div>;
  if (companies.length < 2) return plain;
  return (
    <Suspense fallback={plain}>
      <CompanySwitchMenu name={name} />
    </Suspense>
  );
}
