// A line that sends a message from a terminal, with this gateway's address and this company's id filled in.

import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { useMe } from '../../queries/me.ts';
import { curlLine } from './curl-line.ts';

export function CurlSample() {
  const { t } = useTranslation();
  const { company } = useMe();
  const { origin } = window.location;
  // Only the company's own systems know the token.
  const line = curlLine({
    origin,
    companyId: company.id,
    token: '$HUDHUD_TOKEN',
    text: t('checklist.sample'),
  });
  return (
    <Stack gap="xs" mt="xs" align="stretch">
      <CodeBlock title="curl" code={line} />
      <RouteLink to="/send" size="sm">
        {t('checklist.send_from_page')}
      </RouteLink>
    </Stack>
  );
}
