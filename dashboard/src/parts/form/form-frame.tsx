// The frame of a form that is saved by the gateway: the refusal above it, the fields, and a footer that stays on screen.
// Pressing the button always leads somewhere: to the first field that is wrong, or to the refusal. Without that, a refused
// form looks like a dead button when the refusal is above the visible part of a drawer.

import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../error/error-alert.tsx';
import styles from './form-frame.module.css';

export interface FormFrameState {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

interface FormFrameProps extends FormFrameState {
  /** The words on the button. Null: the person may look, but not change anything. */
  readonly submit: ReactNode;
  readonly submitIcon?: ReactNode;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly onCancel?: () => void;
  /** In front of the sign-in the button is as wide as the card, and the card never scrolls. */
  readonly isDoor?: boolean;
  /** The remedy for the refusal, inside its alert. */
  readonly remedy?: ReactNode;
  /** Instead of the usual alert. */
  readonly problem?: ReactNode;
  /** At the start of the footer. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function FormFrame(props: FormFrameProps) {
  const { error, onSubmit, remedy, problem, children } = props;
  const frame = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  // The form may come to a drawer that is open already, and whose focus is on its close button by then.
  useEffect(
    () => afterPaint(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()),
    [],
  );
  useEffect(() => {
    if (error) return afterPaint(() => focusProblem(frame.current, alert.current));
  }, [error]);
  return (
    <form
      noValidate
      ref={frame}
      onSubmit={(event) => {
        // A dialog may stand over a form of its own, which must not be sent with it.
        event.stopPropagation();
        onSubmit(event);
        // Faults that the form itself found; a refusal of the gateway comes later, as `error`.
        afterPaint(() => focusProblem(frame.current, null));
      }}
    >
      <Stack>
        {error && (
          <div ref={alert} tabIndex={-1} className={styles.refusal}>
            {problem ?? <ErrorAlert error={error}>{remedy}</ErrorAlert>}
          </div>
        )}
        {children}
        <FormFooter {...props} />
      </Stack>
    </form>
  );
}

function FormFooter(props: FormFrameProps) {
  const { submit, isPending, isDangerous, isDisabled, onCancel, isDoor, aside } = props;
  const { t } = useTranslation();
  if (submit === null) return null;
  const button = (
    <Button
      type="submit"
      loading={isPending}
      fullWidth={isDoor ?? false}
      disabled={isDisabled ?? false}
      leftSection={props.submitIcon}
      {...(isDangerous ? { color: 'red.9' } : {})}
    >
      {submit}
    </Button>
  );
  if (isDoor) return button;
  return (
    <Group className={styles.footer}>
      {aside}
      <Group gap="sm" ms="auto">
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('action.not_now')}
          </Button>
        )}
        {button}
      </Group>
    </Group>
  );
}

/** React has drawn what changed by then, and the browser knows where it is. */
function afterPaint(work: () => void): () => void {
  let frame = window.requestAnimationFrame(() => {
    frame = window.requestAnimationFrame(work);
  });
  return () => window.cancelAnimationFrame(frame);
}

function focusProblem(form: HTMLFormElement | null, alert: HTMLElement | null): void {
  const place = form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? alert;
  if (!place) return;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: place === alert ? 'start' : 'center' });
}
