// What can be filled in for everybody: what contacts have, the company's own fields, and the columns of the list.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import type { Placeholder } from '@hudhud/contract/placeholders.ts';
import { Button, Menu, Text } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../../../parts/text/left-to-right.tsx';
import { fieldsQuery } from '../../../queries/contacts.ts';
import { readListStart } from './list-start.ts';

const ofContacts = ['name', 'first_name', 'phone_number', 'language'] as const;

/** The placeholders that have a value for some people at least. */
function useFillable(campaign: Campaign) {
  const query = useQuery(fieldsQuery);
  const fields = query.data ?? [];
  const isList = campaign.audience?.kind === 'list';
  const list = isList ? readListStart(campaign.id) : null;
  const ofAll = new Set<string>([...ofContacts, ...fields.map(({ name }) => name)]);
  const columns = Object.keys(list?.values ?? {}).filter((name) => !ofAll.has(name));
  return {
    fields,
    columns,
    names: new Set([...ofAll, ...columns]),
    // The columns of a list that was pasted in another browser are known to the gateway only.
    isComplete: query.isSuccess && (!isList || list !== null),
  };
}

interface UnknownPlaceholdersProps {
  campaign: Campaign;
  placeholders: readonly Placeholder[];
}

/** Said while typing, before the check refuses it: nothing has this name, and there is no fallback. */
export function UnknownPlaceholders({ campaign, placeholders }: UnknownPlaceholdersProps) {
  const { t, i18n } = useTranslation();
  const { names, isComplete } = useFillable(campaign);
  const unknown = placeholders.filter(({ name, fallback }) => fallback === null && !names.has(name));
  if (!isComplete || unknown.length === 0) return null;
  const written = unknown.map(({ name }) => `\u2066{{${name}}}\u2069`);
  return (
    <Text size="sm" c="var(--mantine-color-yellow-light-color)" role="status">
      {t('campaign_message.unknown', {
        count: unknown.length,
        names: new Intl.ListFormat(i18n.language).format(written),
      })}
    </Text>
  );
}

interface PlaceholderPickerProps {
  campaign: Campaign;
  onPick: (placeholder: string) => void;
}

export function PlaceholderPicker({ campaign, onPick }: PlaceholderPickerProps) {
  const { t } = useTranslation();
  const { fields, columns } = useFillable(campaign);
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
    // Inside the form, so that it belongs to the main part of the page.
    <Menu position="bottom-start" returnFocus={false} withinPortal={false}>
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
