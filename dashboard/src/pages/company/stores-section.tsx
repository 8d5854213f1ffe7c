// Stores: the branches of the company, and which sender sends for each.

import type { Store } from '@hudhud/contract/companies.ts';
import type { Sender } from '@hudhud/contract/senders.ts';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { DeleteButton } from '../../parts/form/delete-button.tsx';
import { EditButton } from '../../parts/form/edit-button.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { SectionHead } from '../../parts/page/section-head.tsx';
import { CopyableId } from '../../parts/text/left-to-right.tsx';
import { useMay } from '../../queries/account.ts';
import { useMe } from '../../queries/me.ts';
import { sendersQuery } from '../../queries/senders.ts';
import { deleteStore, storesQuery } from '../../queries/stores.ts';
import { changingRole } from './sections.ts';
import { StoreDialog } from './store-dialog.tsx';

export function StoresSection() {
  const { t } = useTranslation();
  const mayChange = useMay(changingRole);
  const [isAdding, { open, close }] = useDisclosure(false);
  const stores = useQuery(storesQuery);
  const senders = useQuery(sendersQuery).data ?? [];
  return (
    <Stack>
      <SectionHead subtitle={t('store.subtitle')}>
        {mayChange && (
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            {t('store.add')}
          </Button>
        )}
      </SectionHead>
      {stores.isPending && <Skeleton height={160} />}
      {stores.isError && <ErrorAlert error={stores.error} onRetry={() => void stores.refetch()} />}
      {stores.data?.map((store) => (
        <StoreCard
          key={store.id}
          store={store}
          senders={senders.filter(({ store_id }) => store_id === store.id)}
          mayChange={mayChange}
        />
      ))}
      <StoreDialog store={null} isOpen={isAdding} onClose={close} />
    </Stack>
  );
}

interface StoreCardProps {
  store: Store;
  senders: readonly Sender[];
  mayChange: boolean;
}

function StoreCard({ store, senders, mayChange }: StoreCardProps) {
  const { t } = useTranslation();
  const [isEditing, { open, close }] = useDisclosure(false);
  return (
    <Panel p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0}>
          <Text fw={600}>
            <bdi>{store.name}</bdi>
          </Text>
          <Text size="sm" c="dimmed" component="div">
            <CopyableId id={store.id} what={t('store.id')} />
          </Text>
          <SenderNames senders={senders} />
        </Stack>
        {mayChange && (
          <Group gap="xs">
            <EditButton
              label={t('store.rename_named', { name: store.name })}
              word={t('store.rename')}
              onClick={open}
            />
            <DeleteStore store={store} isUsed={senders.length > 0} />
          </Group>
        )}
      </Group>
      <StoreDialog store={store} isOpen={isEditing} onClose={close} />
    </Panel>
  );
}

function SenderNames({ senders }: { senders: readonly Sender[] }) {
  const { t } = useTranslation();
  const { company } = useMe();
  if (senders.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('store.no_sender')}
      </Text>
    );
  }
  return (
    <Text size="sm" component="div">
      {t('store.senders')}:{' '}
      {senders.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ' · '}
          <RouteLink
            to="/companies/$companyId/edit/senders/$senderId"
            params={{ companyId: company.id, senderId: id }}
            size="sm"
          >
            <bdi>{name}</bdi>
          </RouteLink>
        </span>
      ))}
    </Text>
  );
}

function DeleteStore({ store, isUsed }: { store: Store; isUsed: boolean }) {
  const { t } = useTranslation();
  return (
    <DeleteButton
      title={t('store.delete_title')}
      explain={t('store.delete_explain', { name: store.name })}
      confirm={t('store.delete_confirm')}
      done={t('store.deleted')}
      label={t('store.delete_named', { name: store.name })}
      isDisabled={isUsed}
      remove={deleteStore}
      id={store.id}
    />
  );
}
