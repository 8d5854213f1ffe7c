// What can be done with a whole log: come back to a filter, choose its columns, take it along as a file, jump to a moment.

import type { ExportFormat } from '@hudhud/contract/log-statistics.ts';
import { ActionIcon, Button, Checkbox, Group, Menu, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmark, IconClockSearch, IconColumns, IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListFilters } from '../../queries/list-pages.ts';
import { exportLog, type LogPath } from '../../queries/log-statistics.ts';
import { useMe } from '../../queries/me.ts';
import { useErrorToast } from '../error/use-error-toast.ts';
import { saveFile } from '../form/save-file.ts';
import { DateTimeInput } from '../time/date-time-input.tsx';
import { fromZonedInput, toZonedInput } from '../time/zoned-input.ts';
import { type ColumnChoice, type FilterValues, useSavedFilters } from './kept-choices.ts';

interface Column {
  readonly accessor: PropertyKey;
  readonly title?: ReactNode;
}

interface LogToolsProps {
  path: LogPath;
  filters: ListFilters;
  columns: ColumnChoice<Column>;
  /** The accessor of the column that cannot be left out. */
  fixedColumn: string;
  onChange: (filters: FilterValues) => void;
}

export function LogTools(props: LogToolsProps) {
  return (
    <Group gap={4} mb="sm" mx={-8}>
      <SavedFilters {...props} />
      <JumpToTime {...props} />
      <Columns {...props} />
      <Export {...props} />
    </Group>
  );
}

const look = { variant: 'subtle', color: 'gray', size: 'xs' } as const;

function SavedFilters({ path, filters, onChange }: LogToolsProps) {
  const { t } = useTranslation();
  const { saved, save, forget } = useSavedFilters(path.slice(1), useMe().company.id);
  const [name, setName] = useState('');
  const isFiltered = Object.keys(filters).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    save(name.trim(), filters);
    setName('');
  };
  return (
    <Popover position="bottom-start" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button {...look} leftSection={<IconBookmark size={14} />}>
          {t('log.saved')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown w={300}>
        <Stack gap="xs">
          {saved.map((one) => (
            <Group key={one.name} gap={4} wrap="nowrap">
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                flex={1}
                justify="flex-start"
                onClick={() => onChange(one.filters)}
              >
                <bdi>{one.name}</bdi>
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('log.forget', { name: one.name })}
                onClick={() => forget(one.name)}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
          ))}
          {!isFiltered && (
            <Text size="xs" c="dimmed">
              {t(saved.length === 0 ? 'log.none_saved' : 'log.nothing_to_save')}
            </Text>
          )}
          {isFiltered && (
            <form onSubmit={submit}>
              <Group gap="xs" align="flex-end" wrap="nowrap">
                <TextInput
                  label={t('log.save_as')}
                  size="xs"
                  flex={1}
                  maxLength={60}
                  value={name}
                  onChange={(event) => setName(event.currentTarget.value)}
                  data-autofocus
                />
                <Button type="submit" size="xs" variant="default" disabled={name.trim() === ''}>
                  {t('action.save')}
                </Button>
              </Group>
            </form>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The list begins at the moment and goes back from there. */
function JumpToTime({ filters, onChange }: LogToolsProps) {
  const { t } = useTranslation();
  const { timezone } = useMe().company;
  const [value, setValue] = useState(() => toZonedInput(new Date().toISOString(), timezone));
  const [isOpen, setIsOpen] = useState(false);
  const jump = (event: FormEvent) => {
    event.preventDefault();
    const until = fromZonedInput(value, timezone);
    if (until === undefined) return;
    const { time: _, since: __, ...rest } = filters;
    // The minute that was named is in it.
    onChange({ ...rest, until: new Date(Date.parse(until) + 60_000).toISOString() });
    setIsOpen(false);
  };
  return (
    <Popover position="bottom-start" shadow="md" trapFocus withinPortal opened={isOpen} onChange={setIsOpen}>
      <Popover.Target>
        <Button {...look} leftSection={<IconClockSearch size={14} />} onClick={() => setIsOpen(!isOpen)}>
          {t('log.jump')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={jump}>
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <DateTimeInput
              isInPopover
              size="xs"
              w={210}
              label={t('log.jump_to')}
              description={t('filter.zone', { zone: timezone })}
              value={value}
              onChange={setValue}
            />
            <Button type="submit" size="xs">
              {t('log.go')}
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function Columns({ columns: { all, hidden, toggle }, fixedColumn }: LogToolsProps) {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-start" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button {...look} leftSection={<IconColumns size={14} />} visibleFrom="sm">
          {t('log.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" role="group" aria-label={t('log.columns')}>
          {all.map(({ accessor, title }) => (
            <Checkbox
              key={String(accessor)}
              size="xs"
              label={title}
              checked={!hidden.has(String(accessor)) || accessor === fixedColumn}
              disabled={accessor === fixedColumn}
              onChange={() => toggle(String(accessor))}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Export({ path, filters }: LogToolsProps) {
  const { t } = useTranslation();
  const toast = useErrorToast();
  const save = useMutation({
    mutationFn: async (format: ExportFormat) =>
      saveFile(await exportLog(path, filters, format), `${path.slice(1)}.${format}`),
    onError: toast(t('log.export_failed')),
  });
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button {...look} leftSection={<IconDownload size={14} />} loading={save.isPending}>
          {t('log.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save.mutate('csv')}>{t('log.export_csv')}</Menu.Item>
        <Menu.Item onClick={() => save.mutate('ndjson')}>{t('log.export_ndjson')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
