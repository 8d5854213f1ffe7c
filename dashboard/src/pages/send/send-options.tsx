// What most messages do not need: another sender, a later time, a reference of one's own, going to who has opted out.

import { Anchor, Collapse, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SenderSelect } from '../../parts/form/sender-select.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { DateTimeInput } from '../../parts/time/date-time-input.tsx';
import { toZonedInput } from '../../parts/time/zoned-input.ts';
import { useMe } from '../../queries/me.ts';
import type { DraftForm } from './draft.ts';

// For the few messages that also go to people who have opted out: the choice, and the reason that is kept with it.

const reasonCharactersMax = 200;

function TransactionalChoice({ form }: { form: DraftForm }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" mt="md">
      <Switch
        label={t('send.transactional')}
        description={t('send.transactional_hint')}
        {...form.getInputProps('isTransactional', { type: 'checkbox' })}
      />
      {form.values.isTransactional && (
        <TextInput
          label={t('send.transactional_reason')}
          description={t('send.transactional_reason_hint')}
          maxLength={reasonCharactersMax}
          {...ownDirection}
          {...form.getInputProps('reason')}
          error={form.errors.reason ?? form.errors['transactional.reason']}
        />
      )}
    </Stack>
  );
}

const referenceCharactersMax = 200;

interface SendOptionsProps {
  form: DraftForm;
  isOpen: boolean;
  onToggle: () => void;
}

export function SendOptions({ form, isOpen, onToggle }: SendOptionsProps) {
  const { t } = useTranslation();
  const { timezone } = useMe().company;
  return (
    <div>
      <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={onToggle} mb="sm">
        <IconChevronDown
          size={14}
          style={{ verticalAlign: 'middle', transform: isOpen ? 'rotate(180deg)' : undefined }}
        />{' '}
        {t('send.options')}
      </Anchor>
      <Collapse expanded={isOpen}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <SenderSelect {...form.getInputProps('from')} />
          <DateTimeInput
            label={t('send.schedule')}
            description={t('filter.zone', { zone: timezone })}
            min={toZonedInput(new Date().toISOString(), timezone)}
            value={form.values.schedule}
            onChange={(schedule) => form.setFieldValue('schedule', schedule)}
            error={form.errors.schedule_at}
          />
          <TextInput
            label={t('message.reference')}
            description={t('send.reference_hint')}
            maxLength={referenceCharactersMax}
            {...ownDirection}
            {...form.getInputProps('reference')}
          />
          {form.values.type !== 'reaction' && (
            <TextInput
              label={t('compose.reply_to')}
              description={t('compose.reference_hint')}
              placeholder="msg_…"
              dir="ltr"
              {...form.getInputProps('reply_to')}
            />
          )}
        </SimpleGrid>
        <TransactionalChoice form={form} />
      </Collapse>
    </div>
  );
}
