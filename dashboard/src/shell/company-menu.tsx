// Who is signed in, for which company, and the way out.

import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSignOut } from '../parts/session/use-sign-out.ts';
import { useCopy } from '../parts/text/copy-button.tsx';
import { LeftToRight } from '../parts/text/left-to-right.tsx';
import { useSession } from '../queries/account.ts';
import { useMe } from '../queries/me.ts';

export function CompanyMenu({ isOpenAtFirst }: { isOpenAtFirst: boolean }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { company } = useMe();
  const { copy, isCopied } = useCopy();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    // Within the head of the page: outside of it a screen reader meets the menu in no part of the page.
    <Menu position="bottom-end" width={290} withinPortal={false} defaultOpened={isOpenAtFirst}>
      <Menu.Target>
        <UnstyledButton aria-label={t('company.menu')}>
          <Avatar name={user.name} color="gray" radius="xl" size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} size="sm" c="var(--mantine-color-text)" truncate="end">
            {user.name}
          </Text>
          <LeftToRight>{user.email}</LeftToRight>
        </Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={16} />}
          onClick={() => void navigate({ to: '/account' })}
        >
          {t('nav.account')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>
          <Text fw={600} size="sm" c="var(--mantine-color-text)" truncate="end">
            {company.name}
          </Text>
          <LeftToRight mono>{company.id}</LeftToRight>
        </Menu.Label>
        <Menu.Item
          leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          closeMenuOnClick={false}
          onClick={() => copy(company.id)}
        >
          {isCopied ? t('action.copied') : t('action.copy_named', { what: t('company.id') })}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} className="flip" />} onClick={signOut}>
          {t('action.sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
