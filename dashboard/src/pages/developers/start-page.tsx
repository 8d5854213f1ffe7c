// Where to begin: the reference, the Postman collection, n8n, and the guides at a glance.

import { Anchor, Button, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconApi, IconBook2, IconDownload, IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteButton, RouteLink } from '../../parts/page/route-link.tsx';
import { CodeBlock } from '../../parts/text/code-block.tsx';
import { InlineCodeText } from '../../parts/text/inline-code-text.tsx';
import { useMe } from '../../queries/me.ts';
import { curlLine } from '../overview/curl-line.ts';
import { guides } from './guides.ts';

export function StartPage() {
  const { t } = useTranslation();
  const { company } = useMe();
  const curl = curlLine({
    origin: window.location.origin,
    companyId: company.id,
    token: '$HUDHUD_TOKEN',
    text: t('developers.sample_text'),
  });
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, md: 3 }}>
        <Offer title={t('developers.reference.title')} text={t('developers.reference.text')}>
          <Button
            component="a"
            href="/docs"
            target="_blank"
            leftSection={<IconApi size={16} />}
            rightSection={<IconExternalLink size={14} />}
          >
            {t('developers.reference.open')}
          </Button>
          <Anchor href="/openapi.json" target="_blank" size="sm" underline="always">
            {t('developers.reference.document')}
          </Anchor>
        </Offer>
        <Offer title={t('developers.postman.title')} text={t('developers.postman.text')}>
          <Button
            component="a"
            href="/postman.json"
            download="hudhud.postman_collection.json"
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            {t('developers.postman.download')}
          </Button>
        </Offer>
        <Offer title={t('developers.n8n.title')} text={t('developers.n8n.text')}>
          <RouteButton
            to="/developers/guides/$guide"
            params={{ guide: 'n8n' }}
            variant="default"
            leftSection={<IconBook2 size={16} />}
          >
            {t('developers.n8n.open')}
          </RouteButton>
        </Offer>
      </SimpleGrid>
      <Panel title={t('developers.first_request')}>
        <Text size="sm" mb="sm">
          <InlineCodeText text={t('developers.first_request_text')} />
        </Text>
        <CodeBlock title="curl" code={curl} />
      </Panel>
      <Panel title={t('developers.guides')}>
        <List spacing="xs" listStyleType="none" ps={0} style={{ columns: '17rem 3' }}>
          {guides.map((guide) => (
            <List.Item key={guide}>
              <RouteLink to="/developers/guides/$guide" params={{ guide }} underline="always">
                {t(`guide.${guide}`)}
              </RouteLink>
            </List.Item>
          ))}
        </List>
      </Panel>
    </Stack>
  );
}

function Offer({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <Stack align="flex-start">
        <Text size="sm">{text}</Text>
        {children}
      </Stack>
    </Panel>
  );
}
