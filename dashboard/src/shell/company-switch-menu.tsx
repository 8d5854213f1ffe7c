// The other companies of people with several. It comes right after the page.

import { Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { switchCompany } from '../parts/session/switch-company.ts';
import { useSession } from '../queries/account.ts';
import { useMe } from '../queries/me.ts';
import styles from './sidebar.module.css';

export default function CompanySwitchMenu({ name }: { name: ReactNode }) {
  const { t } = useTranslation();
  const { company } = useMe();
  const { companies } = useSession();
  return (
    <Menu position="bottom-start" width={208}>
      <Menu.Target>
        <UnstyledButton
          className={`${styles.company} ${styles.switch}`}
          aria-label={t('shell.switch_company', { company: company.name })}
        >
          <Group gap="xs" justify="space-between" wrap="nowrap">
            {name}
            <IconSelector size={16} stroke={1.7} style={{ flexShrink: 0 }} />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {companies.map(({ id, name: other, role }) => (
          <Menu.Item
            key={id}
            rightSection={id === company.id ? <IconCheck size={14} /> : null}
            onClick={() => id !== company.id && switchCompany(id)}
          >
            <Text size="sm" truncate="end">
              {other}
            </Text>
            <Text size="xs" c="dimmed">
              {t(`shell.role_${role}`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
