// Danger zone: leaving the company, handing it over, and deleting it.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLogout, IconTrash, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { useAskFirst } from '../../parts/form/use-ask-first.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteButton } from '../../parts/page/route-link.tsx';
import { useMay } from '../../queries/account.ts';
import { leaveCompany } from '../../queries/companies.ts';
import { useMe } from '../../queries/me.ts';
import { forgetCompany } from '../../session.ts';
import { DeleteCompany } from './delete-company.tsx';

export function DangerSection() {
  const { t } = useTranslation();
  const { company } = useMe();
  const isOwner = useMay('owner');
  const [isDeleting, { open, close }] = useDisclosure(false);
  return (
    <Stack gap="lg" maw={760}>
      {isOwner && (
        <Danger title={t('danger.hand_over')} text={t('danger.hand_over_explain')}>
          <RouteButton
            to="/companies/$companyId/edit/members"
            params={{ companyId: company.id }}
            variant="default"
            leftSection={<IconUsers size={16} />}
          >
            {t('danger.hand_over_button')}
          </RouteButton>
        </Danger>
      )}
      <Leave />
      {isOwner && (
        <Danger title={t('danger.delete')} text={t('danger.delete_explain')}>
          <Button color="red.9" leftSection={<IconTrash size={16} />} onClick={open}>
            {t('danger.delete_button')}
          </Button>
          <DeleteCompany isOpen={isDeleting} onClose={close} />
        </Danger>
      )}
    </Stack>
  );
}

function Danger({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <Stack>
        <Text size="sm">{text}</Text>
        <Group>{children}</Group>
      </Stack>
    </Panel>
  );
}

function Leave() {
  const { t } = useTranslation();
  const { ask, change, dialog } = useAskFirst(leaveCompany, () => {
    forgetCompany();
    window.location.assign('/');
  });
  return (
    <Danger title={t('danger.leave')} text={t('danger.leave_explain')}>
      <Button variant="default" leftSection={<IconLogout size={16} className="flip" />} onClick={ask}>
        {t('danger.leave_button')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('danger.leave_title')}
        confirm={t('danger.leave_button')}
        isDangerous
        onConfirm={() => change.mutate()}
      >
        <Text size="sm">{t('danger.leave_explain')}</Text>
      </ConfirmDialog>
    </Danger>
  );
}
