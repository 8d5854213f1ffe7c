// The choice of a template in the composer. It is loaded when the user first sends a template: most never do.

import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { needTexts } from '../../i18n/i18n.ts';
import type { TemplatePickerProps } from '../template/template-picker.tsx';
import type { ComposeForm } from './compose-form.ts';

const TemplatePicker = lazy(async () => {
  const [picker] = await Promise.all([
    import('../template/template-picker.tsx'),
    needTexts('templates'),
    needTexts('compose'),
  ]);
  return { default: picker.TemplatePicker };
});

/** What the page knows about where the template goes. */
export type TemplateUse = Pick<TemplatePickerProps, 'senderId' | 'mayLeaveOpen'>;

export function LazyTemplatePicker(props: TemplatePickerProps) {
  return (
    <Suspense fallback={<Skeleton h={60} />}>
      <TemplatePicker {...props} />
    </Suspense>
  );
}

export function TemplateFields({ form, use }: { form: ComposeForm; use: TemplateUse }) {
  return (
    <LazyTemplatePicker
      {...use}
      choice={form.values.template}
      errors={form.errors}
      onChange={(choice) => form.setFieldValue('template', choice)}
    />
  );
}
