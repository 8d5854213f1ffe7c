// A form whose values the gateway checks and keeps: what it says about a field is shown at that field, and the rest above the
// form. `frame` goes to FormFrame, which shows the refusal and leads to it.

import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FormFrameState } from './form-frame.tsx';
import { usePointedErrors } from './pointed-errors.tsx';

interface ServerFormOptions<Values extends object, Data, Body> extends UseFormInput<Values> {
  /** A mutation of queries/, with what follows once it is saved. */
  readonly save: UseMutationOptions<Data, Error, Body>;
  readonly toBody: (values: Values) => Body;
}

interface ServerForm<Values extends object, Data, Body> {
  readonly form: UseFormReturnType<Values>;
  readonly save: UseMutationResult<Data, Error, Body>;
  readonly frame: FormFrameState;
}

export function useServerForm<Values extends object, Data, Body>(
  options: ServerFormOptions<Values, Data, Body>,
): ServerForm<Values, Data, Body> {
  const { save: saving, toBody, ...input } = options;
  const form = useForm<Values>(input);
  const save = useMutation(saving);
  useRefusedFields(form, save.error);
  return {
    form,
    save,
    frame: {
      error: save.error,
      isPending: save.isPending,
      onSubmit: form.onSubmit((values) => save.mutate(toBody(values))),
    },
  };
}

/** For a form of its own making: puts what the gateway says about single fields at those fields. */
export function useRefusedFields<Values extends object>(
  { setErrors }: Pick<UseFormReturnType<Values>, 'setErrors'>,
  error: Error | null,
): void {
  const pointed = usePointedErrors();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is shown once; another language does not bring it back
  useEffect(() => {
    if (error) setErrors(pointed(error));
  }, [error, setErrors]);
}
