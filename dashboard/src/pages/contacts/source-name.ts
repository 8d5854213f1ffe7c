// Where a consent comes from, in words. A source that a user typed stands as it is.

import { useTranslation } from 'react-i18next';

const known = ['api', 'dashboard', 'start_word', 'stop_word', 'whatsapp'] as const;

export function useSourceName(): (source: string) => string {
  const { t } = useTranslation();
  return (source) => {
    const name = known.find((one) => one === source);
    return name ? t(`consent_source.${name}`) : source;
  };
}
