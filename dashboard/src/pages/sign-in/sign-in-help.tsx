// Where a person finds the two values: the first start prints them, and a lost token can be replaced.

import { Accordion, Stack, Text } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../parts/code-block.tsx';

const firstStart = `$ npm start

  Company ID  co_01kagx5p9ne0ps4a2v7qk3m8dz
  Token       ••••••••••••••••••••••••••••••••`;

export function SignInHelp() {
  const { t } = useTranslation();
  return (
    <Accordion variant="contained">
      <Accordion.Item value="help">
        <Accordion.Control icon={<IconHelpCircle size={18} />}>{t('sign_in.help_title')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <Text size="sm">{t('sign_in.help_first')}</Text>
            <CodeBlock title="npm start" code={firstStart} />
            <Text size="sm">{t('sign_in.help_lost')}</Text>
            <CodeBlock title="npm run hudhud" code="npm run hudhud -- token set" />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
