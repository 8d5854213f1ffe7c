// One guide to read, with the list of all of them beside it.

import { Box, Grid, Select, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteNavLink } from '../../parts/page/route-link.tsx';
import { guides } from './guides.ts';
import { MarkdownView } from './markdown/markdown-view.tsx';
import { parseMarkdown } from './markdown/parse-markdown.ts';

const route = getRouteApi('/app/developers/guides/$guide');

export function GuidePage() {
  const { t, i18n } = useTranslation();
  const text = route.useLoaderData();
  const { guide: open } = route.useParams();
  const navigate = route.useNavigate();
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 3 }}>
        {/* Where there is no room beside the guide, the list of all of them would stand in front of it. */}
        <Select
          hiddenFrom="md"
          aria-label={t('developers.guides')}
          data={guides.map((value) => ({ value, label: t(`guide.${value}`) }))}
          value={open}
          allowDeselect={false}
          onChange={(guide) => guide !== null && void navigate({ params: { guide } })}
        />
        <Box component="nav" visibleFrom="md" aria-label={t('developers.guides')}>
          {guides.map((guide) => (
            <RouteNavLink
              key={guide}
              to="/developers/guides/$guide"
              params={{ guide }}
              label={t(`guide.${guide}`)}
            />
          ))}
        </Box>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 9 }}>
        {i18n.language !== 'en' && (
          <Text size="sm" c="dimmed" mb="sm">
            {t('developers.guides_in_english')}
          </Text>
        )}
        <Panel>
          <MarkdownView blocks={blocks} />
        </Panel>
      </Grid.Col>
    </Grid>
  );
}
