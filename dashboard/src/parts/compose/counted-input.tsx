// Inputs that show their limit while the user types: how much is used of it, and an error as soon as it is too much.

import { Text, Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../text/left-to-right.tsx';
import { numberText } from '../text/locale.ts';
import { ownDirection } from '../text/own-direction.ts';
import { countCharacters } from './check-draft.ts';
import type { ComposeForm } from './compose-form.ts';

interface Counted {
  form: ComposeForm;
  /** The path of its value in the draft. */
  path: string;
  max: number;
}

function useCounted({ form, path, max }: Counted) {
  const { t } = useTranslation();
  const props = form.getInputProps(path) as { value: string; error?: ReactNode };
  const count = countCharacters(props.value);
  const error = count > max ? t('compose.check_too_long', { max, count }) : props.error;
  return { props: { ...props, error }, count };
}

export function CountedInput({ form, path, max, ...rest }: Counted & Omit<TextInputProps, 'form'>) {
  const { props, count } = useCounted({ form, path, max });
  return (
    <TextInput
      {...ownDirection}
      rightSection={<Count count={count} max={max} />}
      rightSectionWidth={64}
      rightSectionPointerEvents="none"
      {...rest}
      {...props}
    />
  );
}

export function CountedTextarea({
  form,
  path,
  max,
  ...rest
}: Counted & Omit<TextareaProps, 'form'> & { ref?: Ref<HTMLTextAreaElement> }) {
  const { props, count } = useCounted({ form, path, max });
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={14}
      {...ownDirection}
      {...rest}
      {...props}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={<Count count={count} max={max} />}
    />
  );
}

function Count({ count, max }: { count: number; max: number }) {
  const { language } = useTranslation().i18n;
  return (
    <Text span size="xs" c={count > max ? 'var(--mantine-color-error)' : 'dimmed'} className="numbers">
      <LeftToRight>
        {numberText(count, language)} / {numberText(max, language)}
      </LeftToRight>
    </Text>
  );
}
