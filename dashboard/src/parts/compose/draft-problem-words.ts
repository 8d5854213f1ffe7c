// What is wrong with a draft, in words, for the form to show at its fields.

import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { checkDraft } from './check-draft.ts';
import type { ContentDraft } from './content-draft.ts';

/** `mayLeaveOpen`: see checkDraft. */
export function useDraftErrors(mayLeaveOpen = false): (draft: ContentDraft) => Record<string, string> {
  const { t } = useTranslation();
  return useCallback(
    (draft) =>
      Object.fromEntries(
        Object.entries(checkDraft(draft, mayLeaveOpen)).map(([path, { kind, ...numbers }]) => [
          path,
          t(`compose.check_${kind}`, numbers),
        ]),
      ),
    [t, mayLeaveOpen],
  );
}
