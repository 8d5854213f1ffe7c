// The part of a form that the composer needs. A page's form may hold more than the content, such as the recipient.

import type { UseFormReturnType } from '@mantine/form';
import type { ContentDraft } from './content-draft.ts';

export type ComposeForm = Pick<
  UseFormReturnType<ContentDraft>,
  'values' | 'errors' | 'getInputProps' | 'setFieldValue' | 'insertListItem' | 'removeListItem'
>;
