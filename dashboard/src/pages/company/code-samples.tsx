// A message sent from the customer's own program, ready to paste.

import { useTranslation } from 'react-i18next';
import { CodeTabs } from '../../parts/text/code-tabs.tsx';
import { useMe } from '../../queries/me.ts';
import { samples } from './sample-code.ts';

export function CodeSamples({ token }: { token: string | null }) {
  const { t } = useTranslation();
  const { company } = useMe();
  const values = {
    origin: window.location.origin,
    companyId: company.id,
    token,
    text: t('incoming_api.sample_text'),
  };
  return <CodeTabs codes={samples.map(({ language, write }) => ({ language, code: write(values) }))} />;
}
