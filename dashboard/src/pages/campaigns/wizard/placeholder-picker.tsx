// What can be filled in for everybody: what contacts have, the company's own fields, and the columns of the list.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Button, Menu } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../../../parts/text/left-to-right.tsx';
import { fieldsQuery } from '../../../queries/contacts.ts';
import { readListStart } from './list-start.ts';

const ofContacts = ['name', 'first_name', 'phone_number', 'language'] as const;

interface PlaceholderPickerProps {
  campaign: Campaign;
  onPick: (placeholder: string) => void;
}

export function PlaceholderPicker({ campaign, onPick }: PlaceholderPickerProps) {
  const { t } = useTranslation();
  const fields = useQuery(fieldsQuery).data ?? [];
  const isList = campaign.audience?.kind === 'list';
  const known = new Set<string>([...ofContacts, ...fields.map(({ name }) => name)]);
  const columns = Object.keys((isList && readListStart(campaign.id)?.values) || {}).filter(
    (name) => !known.has(name),
  );
  const item = (name: string, label: string) => (
    <Menu.Item
      key={name}
      onClick={() => onPick(`{{${name}}}`)}
      rightSection={<LeftToRight mono c="dimmed" fz="xs">{`{{${name}}}`}</LeftToRight>}
    >
      <bdi>{label}</bdi>
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconBraces size={14} />}>
          {t('campaign_message.insert')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('campaign_message.of_contacts')}</Menu.Label>
        {ofContacts.map((name) => item(name, t(`placeholder_name.${name}`)))}
        {fields.length > 0 && <Menu.Label>{t('campaign_message.own_fields')}</Menu.Label>}
        {fields.map(({ name, label }) => item(name, label || name))}
        {columns.length > 0 && <Menu.Label>{t('campaign_message.of_list')}</Menu.Label>}
        {columns.map((name) => item(name, name))}
      </Menu.Dropdown>
    </Menu>
  );
}
