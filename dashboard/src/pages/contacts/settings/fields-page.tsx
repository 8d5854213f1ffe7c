// The company's own fields: what is known of people besides their name, and what placeholders can be filled with.

import type { ContactField } from '@hudhud/contract/contacts.ts';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { DeleteButton } from '../../../parts/form/delete-button.tsx';
import { EditButton } from '../../../parts/form/edit-button.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { StatusBadge } from '../../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../../parts/text/left-to-right.tsx';
import { useMay } from '../../../queries/account.ts';
import { deleteField, fieldsQuery } from '../../../queries/contacts.ts';
import { ContactTabs } from '../contact-tabs.tsx';
import { FieldDialog } from './field-dialog.tsx';

export function FieldsPage() {
  const { t } = useTranslation();
  const mayChange = useMay('admin');
  const [isAdding, { open, close }] = useDisclosure(false);
  return (
    <>
      <PageHeader title={t('contact_field.title')} subtitle={t('contact_field.subtitle')}>
        {mayChange && (
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            {t('contact_field.add')}
          </Button>
        )}
      </PageHeader>
      <ContactTabs />
      <FieldCards mayChange={mayChange} />
      <FieldDialog field={null} isOpen={isAdding} onClose={close} />
    </>
  );
}

function FieldCards({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const query = useQuery(fieldsQuery);
  if (query.isPending) return <Skeleton height={160} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) {
    return (
      <Panel>
        <EmptyState icon={IconForms} title={t('contact_field.empty')} hint={t('contact_field.empty_hint')} />
      </Panel>
    );
  }
  return (
    <Stack gap="sm">
      {query.data.map((field) => (
        <FieldCard key={field.name} field={field} mayChange={mayChange} />
      ))}
    </Stack>
  );
}

function FieldCard({ field, mayChange }: { field: ContactField; mayChange: boolean }) {
  const { t } = useTranslation();
  const [isEditing, { open, close }] = useDisclosure(false);
  return (
    <Panel p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Text fw={600}>
              <bdi>{field.label}</bdi>
            </Text>
            <StatusBadge color="gray">{t(`field_type.${field.type}`)}</StatusBadge>
          </Group>
          <Text size="sm" c="dimmed">
            <LeftToRight mono>{`{{${field.name}}}`}</LeftToRight>
          </Text>
          {field.choices.length > 0 && (
            <Text size="sm">
              <bdi>{field.choices.join(' · ')}</bdi>
            </Text>
          )}
        </Stack>
        {mayChange && (
          <Group gap="xs">
            <EditButton label={t('contact_field.edit_named', { name: field.label })} onClick={open} />
            <DeleteField field={field} />
          </Group>
        )}
      </Group>
      <FieldDialog field={field} isOpen={isEditing} onClose={close} />
    </Panel>
  );
}

function DeleteField({ field }: { field: ContactField }) {
  const { t } = useTranslation();
  return (
    <DeleteButton
      title={t('contact_field.delete_title')}
      explain={t('contact_field.delete_explain', { name: field.label })}
      confirm={t('contact_field.delete_confirm')}
      done={t('contact_field.deleted')}
      label={t('contact_field.delete_named', { name: field.label })}
      remove={deleteField}
      id={field.name}
    />
  );
}
