// The form: recipient and content, checked here first, with the gateway's own words where it disagrees.

import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../api.ts';
import { WindowClock } from '../../parts/chat/window-clock.tsx';
import { ContentFields, TypeSelect } from '../../parts/compose/content-fields.tsx';
import { useDraftErrors } from '../../parts/compose/draft-problem-words.ts';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { useRefusedFields } from '../../parts/form/use-server-form.ts';
import { checkPhoneNumber, tidyPhoneNumber } from '../../parts/text/phone-number.ts';
import type { Draft, DraftForm } from './draft.ts';
import { SendOptions } from './send-options.tsx';
import { VariableInputs } from './variable-inputs.tsx';

interface SendFormProps {
  initial: Draft;
  error: Error | null;
  isSending: boolean;
  onChange: (draft: Draft) => void;
  onSend: (draft: Draft) => void;
}

export function SendForm({ initial, error, isSending, onChange, onSend }: SendFormProps) {
  const { t } = useTranslation();
  const form = useDraftForm(initial, onChange);
  const [isOptionsOpen, options] = useDisclosure(initial.from !== '' || initial.reply_to !== '');
  const insist = () => {
    options.open();
    form.setFieldValue('isTransactional', true);
  };
  useRefusedFields(form, error);
  return (
    <FormFrame
      error={error}
      isPending={isSending}
      onSubmit={form.onSubmit(onSend)}
      submit={t(form.values.schedule === '' ? 'send.button' : 'send.button_schedule')}
      submitIcon={<IconSend size={16} className="flip" />}
      remedy={
        error &&
        isOptOut(error) &&
        !form.values.isTransactional && (
          <Button variant="default" size="xs" w="fit-content" onClick={insist}>
            {t('send.transactional_anyway')}
          </Button>
        )
      }
    >
      <TextInput
        type="tel"
        label={t('send.to')}
        description={t('send.to_hint')}
        placeholder="+966501234567"
        autoComplete="off"
        dir="ltr"
        {...form.getInputProps('to')}
      />
      <TypeSelect form={form} />
      {form.values.type !== 'template' && <RecipientWindow draft={form.values} />}
      <ContentFields form={form} templateUse={{ senderId: form.values.from || undefined }} />
      <VariableInputs form={form} />
      <SendOptions form={form} isOpen={isOptionsOpen} onToggle={options.toggle} />
    </FormFrame>
  );
}

const typingMilliseconds = 400;

/** A number that is still being typed has no window to ask for. */
function RecipientWindow({ draft: { to, from } }: { draft: Draft }) {
  const [written] = useDebouncedValue(to, typingMilliseconds);
  return checkPhoneNumber(written) === null ? (
    <WindowClock to={tidyPhoneNumber(written)} from={from || undefined} />
  ) : null;
}

const isOptOut = (error: Error): boolean =>
  error instanceof ProblemError && error.problem.code === 'recipient_opted_out';

function useDraftForm(initial: Draft, onChange: (draft: Draft) => void): DraftForm {
  const { t } = useTranslation();
  const contentErrors = useDraftErrors();
  return useForm<Draft>({
    initialValues: initial,
    onValuesChange: onChange,
    validate: (draft) => {
      const problem = checkPhoneNumber(draft.to);
      const lacksReason = draft.isTransactional && draft.reason.trim() === '';
      return {
        ...(problem && { to: t(`phone.${problem}`) }),
        ...contentErrors(draft),
        ...(lacksReason && { reason: t('send.transactional_reason_needed') }),
      };
    },
  });
}
