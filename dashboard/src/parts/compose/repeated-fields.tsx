// Fields that come several times: buttons, sections and rows of a list, contact cards.

import { contentLimits as limits } from '@hudhud/contract/content-limits.ts';
import { ActionIcon, Button, Fieldset, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComposeForm } from './compose-form.ts';
import { newButton, newCard, newRow, newSection } from './content-draft.ts';
import { CountedInput } from './counted-input.tsx';

interface RepeatedProps {
  form: ComposeForm;
  /** The path of the list in the draft. */
  path: string;
  count: number;
  min?: number;
  max: number;
  /** The name of one of them, with its place. */
  name: (place: number) => string;
  add: string;
  fresh: () => object;
  children: (path: string, index: number) => ReactNode;
}

/** One frame for each, with a button to remove it, and one more to add another while there is room. */
export function Repeated({ form, path, count, min = 1, max, name, add, fresh, children }: RepeatedProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are told apart by their place alone
        <Fieldset key={index} legend={name(index + 1)} p="sm">
          <Group align="flex-start" wrap="nowrap" gap="xs">
            <div style={{ flex: 1, minWidth: 0 }}>{children(`${path}.${index}`, index)}</div>
            {count > min && (
              <ActionIcon
                variant="subtle"
                color="gray"
                mt={26}
                aria-label={t('compose.remove', { name: name(index + 1) })}
                onClick={() => form.removeListItem(path, index)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </Group>
        </Fieldset>
      ))}
      {count < max && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem(path, fresh())}
        >
          {add}
        </Button>
      )}
    </Stack>
  );
}

export function ButtonFields({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  return (
    <Repeated
      form={form}
      path="buttons"
      count={form.values.buttons.length}
      max={limits.buttons}
      name={(place) => t('compose.button_name', { place })}
      add={t('compose.add_button')}
      fresh={newButton}
    >
      {(path) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <CountedInput
            form={form}
            path={`${path}.title`}
            max={limits.buttonTitle}
            label={t('compose.button_title')}
          />
          <IdInput form={form} path={`${path}.id`} />
        </SimpleGrid>
      )}
    </Repeated>
  );
}

function IdInput({ form, path }: { form: ComposeForm; path: string }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('compose.choice_id')}
      placeholder={t('compose.choice_id_hint')}
      {...form.getInputProps(path)}
    />
  );
}

export function ListFields({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  const { sections } = form.values.list;
  const rowsLeft = limits.listRows - sections.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <>
      <CountedInput
        form={form}
        path="list.button"
        max={limits.buttonTitle}
        label={t('compose.list_button')}
      />
      <SectionFields
        form={form}
        path="list.sections"
        count={sections.length}
        max={rowsLeft > 0 ? limits.listSections : sections.length}
        fresh={newSection}
      >
        {(path, index) => <RowFields form={form} path={path} index={index} rowsLeft={rowsLeft} />}
      </SectionFields>
    </>
  );
}

type SectionFieldsProps = Omit<RepeatedProps, 'name' | 'add' | 'min'>;

/** The sections of a list of choices or of products: the title of each, and below it what it holds. */
export function SectionFields({ children, ...list }: SectionFieldsProps) {
  const { t } = useTranslation();
  return (
    <Repeated {...list} name={(place) => t('compose.section_name', { place })} add={t('compose.add_section')}>
      {(path, index) => (
        <Stack gap="sm">
          <CountedInput
            form={list.form}
            path={`${path}.title`}
            max={limits.listTitle}
            label={t('compose.section_title')}
          />
          {children(path, index)}
        </Stack>
      )}
    </Repeated>
  );
}

interface RowFieldsProps {
  form: ComposeForm;
  path: string;
  index: number;
  rowsLeft: number;
}

function RowFields({ form, path, index, rowsLeft }: RowFieldsProps) {
  const { t } = useTranslation();
  const count = form.values.list.sections[index]?.rows.length ?? 0;
  return (
    <Repeated
      form={form}
      path={`${path}.rows`}
      count={count}
      max={count + rowsLeft}
      name={(place) => t('compose.row_name', { place })}
      add={t('compose.add_row')}
      fresh={newRow}
    >
      {(row) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <CountedInput
            form={form}
            path={`${row}.title`}
            max={limits.listTitle}
            label={t('compose.row_title')}
          />
          <IdInput form={form} path={`${row}.id`} />
          <CountedInput
            form={form}
            path={`${row}.description`}
            max={limits.listDescription}
            label={t('compose.row_description')}
          />
        </SimpleGrid>
      )}
    </Repeated>
  );
}

export function CardFields({ form }: { form: ComposeForm }) {
  const { t } = useTranslation();
  return (
    <Repeated
      form={form}
      path="contacts"
      count={form.values.contacts.length}
      max={limits.contacts}
      name={(place) => t('compose.card_number', { place })}
      add={t('compose.add_card')}
      fresh={newCard}
    >
      {(path) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t('chat.card_name')} {...form.getInputProps(`${path}.name`)} />
          <TextInput
            type="tel"
            dir="ltr"
            label={t('chat.card_phone')}
            {...form.getInputProps(`${path}.phone`)}
          />
          <TextInput
            type="email"
            dir="ltr"
            label={t('compose.card_email')}
            {...form.getInputProps(`${path}.email`)}
          />
          <TextInput label={t('chat.card_organization')} {...form.getInputProps(`${path}.organization`)} />
        </SimpleGrid>
      )}
    </Repeated>
  );
}
