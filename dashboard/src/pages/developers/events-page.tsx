// Every event that a webhook can get, with a sample of each.

import { eventExamples } from '@hudhud/contract/event-examples.ts';
import type { EventType } from '@hudhud/contract/events.ts';
import { Accordion, Code, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { useEventName } from '../../parts/state/event-name.ts';
import { CodeBlock } from '../../parts/text/code-block.tsx';

const samples = Object.entries(eventExamples) as [EventType, object][];

export function EventsPage() {
  const { t } = useTranslation();
  const nameOf = useEventName();
  return (
    <Stack>
      <Text size="sm">
        {t('developers.events_text')}{' '}
        <RouteLink to="/developers/guides/$guide" params={{ guide: 'webhooks' }} underline="always">
          {t('developers.verify_link')}
        </RouteLink>
      </Text>
      <Accordion variant="contained" defaultValue={samples[0]?.[0] ?? null} order={2}>
        {samples.map(([type, sample]) => (
          <Accordion.Item key={type} value={type}>
            <Accordion.Control>
              {nameOf(type)}{' '}
              <Code dir="ltr" className="ltr">
                {type}
              </Code>
            </Accordion.Control>
            <Accordion.Panel>
              <CodeBlock title={type} code={JSON.stringify(sample)} json />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}
