// The form: recipient and text, checked here first, with the gateway's own words where it disagrees.

import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../api.ts';
import { ErrorAlert } from '../../parts/error-alert.tsx';
import { LeftToRight } from '../../parts/left-to-right.tsx';
import { checkPhoneNumber, tidyPhoneNumber } from '../../parts/phone-number.ts';
import { useTimeText } from '../../parts/use-time-text.ts';
import { useMe } from '../../queries/me.ts';
import { checkText, countCharacters } from './check-text.ts';

export interface Draft {
  to: string;
  message: string;
}

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
  const { setErrors } = form;
  useEffect(() => setErrors(fieldErrors(error)), [error, setErrors]);
  return (
    <form noValidate onSubmit={form.onSubmit((draft) => onSend({ ...draft, to: tidyPhoneNumber(draft.to) }))}>
      <Stack>
        {error && <ErrorAlert error={error} />}
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
          dir="auto"
          {...form.getInputProps('message')}
        />
        <Group justify="space-between">
          <CharacterCount text={form.values.message} />
          <Button type="submit" loading={isSending} leftSection={<IconSend size={16} className="flip" />}>
            {t('send.button')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useDraftForm(initial: Draft, onChange: (draft: Draft) => void) {
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

/** What the gateway says about a field is shown at that field as well. */
function fieldErrors(error: Error | null): Record<string, ReactNode> {
  if (!(error instanceof ProblemError)) return {};
  return Object.fromEntries(
    (error.problem.errors ?? []).flatMap(({ pointer, detail }) =>
      pointer === '/to' || pointer === '/message'
        ? [[pointer.slice(1), <bdi key={pointer}>{detail}</bdi>]]
        : [],
    ),
  );
}
