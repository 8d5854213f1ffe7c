// A new company's id and token. The token is shown this once, with a line that sends the first message with it.

import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Door } from '../../parts/page/door.tsx';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { curlLine } from '../overview/curl-line.ts';

interface FirstTokenProps {
  company: { readonly id: string; readonly name: string };
  token: string;
  onContinue: () => void;
}

export function FirstToken({ company, token, onContinue }: FirstTokenProps) {
  const { t } = useTranslation();
  const { origin } = window.location;
  const line = curlLine({ origin, companyId: company.id, token, text: t('checklist.sample') });
  return (
    <Door
      isWide
      title={t('first_token.title', { company: company.name })}
      subtitle={t('first_token.subtitle')}
    >
      <Stack>
        <CodeBlock title={t('company.id')} code={company.id} />
        <CodeBlock title={t('first_token.token')} code={token} />
        <Alert color="yellow" icon={<IconEyeOff />} title={t('first_token.once')}>
          <Text size="sm">{t('first_token.once_hint')}</Text>
        </Alert>
        <Text size="sm">{t('first_token.try')}</Text>
        <CodeBlock title="curl" code={line} />
        <Button fullWidth onClick={onContinue}>
          {t('first_token.continue')}
        </Button>
      </Stack>
    </Door>
  );
}
