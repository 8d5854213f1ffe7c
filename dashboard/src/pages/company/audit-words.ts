// Audit entries in the reader's words; the gateway's own for an action that this build does not know.

import type { AuditEntry } from '@hudhud/contract/audit.ts';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

export function useActionName(): (action: string) => string {
  const { t } = useTranslation();
  return (action) => {
    if (!i18next.exists(`audit_action.${action}`)) return action.replaceAll('_', ' ');
    const known = action as 'change_company';
    return t(`audit_action.${known}`);
  };
}

/** A field of what was changed; the API's own name for one that this build does not know. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation();
  return (field) => {
    if (!i18next.exists(`audit_field.${field}`)) return field.replaceAll('_', ' ');
    const known = field as 'name';
    return t(`audit_field.${known}`);
  };
}

export function useActorName(): (actor: AuditEntry['actor']) => string {
  const { t } = useTranslation();
  return ({ kind, name }) => name ?? t(`audit_actor.${kind}`);
}
