// One's own account: name and language, the ways to sign in, and where one is signed in.

import { Grid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export function AccountPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('nav.account')} subtitle={t('account.subtitle')} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <ProfilePanel />
            <PasswordPanel />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <SecondFactorPanel />
            <PasskeysPanel />
          </Stack>
        </Grid.Col>
        <Grid.Col span={12}>
          <SessionsPanel />
        </Grid.Col>
      </Grid>
    </>
  );
}
