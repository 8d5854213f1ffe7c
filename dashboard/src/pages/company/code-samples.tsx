// A message sent from the customer's own program, ready to paste.

import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../parts/text/code-block.tsx';
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
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List mb="sm">
        {samples.map(({ language }) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {samples.map(({ language, write }) => (
        <Tabs.Panel key={language} value={language}>
          <CodeBlock title={language} code={write(values)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
