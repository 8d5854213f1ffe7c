// The buttons of a new template.

import { templateTextMax } from '@hudhud/contract/template-rules.ts';
import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ownDirection } from '../../../parts/text/own-direction.ts';
import type { BuilderProps } from './builder-inputs.tsx';
import { type ButtonKind, type ButtonValues, buttonKinds } from './template-form.ts';

const buttonsMax = 10;
/** The fields of a button fill its row, and on a phone each has one of its own. */
const fieldFlex = '1 1 170px';
const newButton = (): ButtonValues => ({
  key: crypto.randomUUID(),
  kind: 'QUICK_REPLY',
  text: '',
  target: '',
  sample: '',
});

export function ButtonInputs({ form, onChange }: BuilderProps) {
  const { t } = useTranslation();
  const { buttons } = form;
  const change = (key: string, changed: Partial<ButtonValues>) =>
    onChange({ buttons: buttons.map((button) => (button.key === key ? { ...button, ...changed } : button)) });
  return (
    <Stack gap="sm">
      {buttons.map((button) => (
        <ButtonRow
          key={button.key}
          button={button}
          onChange={(changed) => change(button.key, changed)}
          onRemove={() => onChange({ buttons: buttons.filter(({ key }) => key !== button.key) })}
        />
      ))}
      {buttons.length < buttonsMax && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange({ buttons: [...buttons, newButton()] })}
          >
            {t('template_builder.add_button')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface ButtonRowProps {
  button: ButtonValues;
  onChange: (changed: Partial<ButtonValues>) => void;
  onRemove: () => void;
}

function ButtonRow({ button, onChange, onRemove }: ButtonRowProps) {
  const { t } = useTranslation();
  return (
    <Group align="flex-end" gap="xs">
      <Select
        label={t('template_builder.button')}
        flex={fieldFlex}
        allowDeselect={false}
        data={buttonKinds.map((value) => ({
          value,
          label: t(`template_button.${value.toLowerCase() as 'url'}`),
        }))}
        value={button.kind}
        onChange={(kind) => onChange({ kind: (kind ?? button.kind) as ButtonKind })}
      />
      {button.kind !== 'COPY_CODE' && (
        <TextInput
          flex={fieldFlex}
          label={t('template_builder.button_text')}
          maxLength={templateTextMax.button}
          {...ownDirection}
          value={button.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      )}
      {button.kind !== 'QUICK_REPLY' && (
        <TextInput
          flex={fieldFlex}
          label={t(`template_builder.target_${button.kind.toLowerCase() as 'url'}`)}
          dir="ltr"
          value={button.target}
          onChange={(event) => onChange({ target: event.currentTarget.value })}
        />
      )}
      {button.kind === 'URL' && button.target.includes('{{') && (
        <TextInput
          flex={fieldFlex}
          label={t('template_builder.sample', { name: '1' })}
          dir="ltr"
          value={button.sample}
          onChange={(event) => onChange({ sample: event.currentTarget.value })}
        />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={t('action.delete')} onClick={onRemove} mb={4}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}
