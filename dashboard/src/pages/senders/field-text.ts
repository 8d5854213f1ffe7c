// The names of a provider's fields in the reader's language; the gateway's own words for what this build does not know.

import type { Provider } from '@hudhud/contract/senders.ts';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

type ProviderField = Provider['fields'][number];

export function useFieldText(): (provider: string, field: ProviderField) => { label: string; help: string } {
  const { t } = useTranslation();
  return (provider, { name, label, help }) => {
    const key = `provider_field.${provider}.${name}`;
    if (!i18next.exists(`${key}.label`)) return { label, help };
    // One name of many stands for all of them: which there are is known only here, at run time.
    const known = key as 'provider_field.meta_cloud.access_token';
    return { label: t(`${known}.label`), help: t(`${known}.help`) };
  };
}
