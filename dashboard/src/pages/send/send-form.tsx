// The form: recipient and text, checked here first, with the gateway's own words where it disagrees.

import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconSend } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../api.ts';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { useRefusedFields } from '../../parts/form/use-server-form.ts';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { ownDirection } from '../../parts/text/own-direction.ts';
import { checkPhoneNumber } from '../../parts/text/phone-number.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { useMe } from '../../queries/me.ts';
import { checkText, countCharacters } from './check-text.ts';
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
  const [isOptionsOpen, options] = useDisclosure(initial.from !== '');
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
      aside={<CharacterCount text={form.values.message} />}
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
      <Textarea
        label={t('send.message')}
        placeholder={t('send.message_placeholder')}
        autosize
        minRows={5}
        maxRows={14}
        {...ownDirection}
        {...form.getInputProps('message')}
      />
      <VariableInputs form={form} />
      <SendOptions form={form} isOpen={isOptionsOpen} onToggle={options.toggle} />
    </FormFrame>
  );
}

const isOptOut = (error: Error): boolean =>
  error instanceof ProblemError && error.problem.code === 'recipient_opted_out';

function useDraftForm(initial: Draft, onChange: (draft: Draft) => void): DraftForm {
  const { t } = useTranslation();
  const max = useMe().limits.text_characters_max;
  return useForm<Draft>({
    initialValues: initial,
    onValuesChange: onChange,
    validate: {
      to: (value) => {
        const problem = checkPhoneNumber(value);
        return problem && t(`phone.${problem}`);
      },
      message: (value) => {
        const problem = checkText(value, max);
        return problem && t(`send.check_${problem}`, { max, count: countCharacters(value) });
      },
      reason: (value, { isTransactional }) =>
        isTransactional && value.trim() === '' ? t('send.transactional_reason_needed') : null,
    },
  });
}

function CharacterCount({ text }: { text: string }) {
  const { number } = useTimeText();
  const max = useMe().limits.text_characters_max;
  const count = countCharacters(text);
  return (
    <Text size="xs" c={count > max ? 'var(--mantine-color-error)' : 'dimmed'}>
      <LeftToRight>
        {number(count)} / {number(max)}
      </LeftToRight>
    </Text>
  );
}
