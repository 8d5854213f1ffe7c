// What must be fixed before anything can start, each with a link to where that is done.

import type { Preflight } from '@hudhud/contract/campaigns.ts';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SmallRouteButton } from '../../../parts/page/route-link.tsx';
import type { Step } from '../campaign-filters.ts';

const known = [
  'text_missing',
  'content_not_carried',
  'audience_missing',
  'nobody_reachable',
  'sender_missing',
  'sender_suspended',
] as const;

/** Where each is fixed; senders have pages of their own. */
const stepOf: Readonly<Record<string, Step>> = {
  text_missing: 'message',
  content_not_carried: 'message',
  audience_missing: 'audience',
  nobody_reachable: 'audience',
};

interface ObstaclesProps {
  obstacles: Preflight['obstacles'];
  onStep: (step: Step) => void;
}

export function Obstacles({ obstacles, onStep }: ObstaclesProps) {
  const { t } = useTranslation();
  return obstacles.map(({ code, detail }) => {
    const name = known.find((one) => one === code);
    const step = stepOf[code];
    return (
      <Alert key={code} color="red" icon={<IconAlertTriangle />} title={name && t(`obstacle.${name}`)}>
        <Group justify="space-between">
          <Text size="sm">{name ? t(`obstacle_hint.${name}`) : <bdi>{detail}</bdi>}</Text>
          {step ? (
            <Button size="xs" variant="default" onClick={() => onStep(step)}>
              {t(`campaign_step.${step}`)}
            </Button>
          ) : (
            <SmallRouteButton to="/senders">{t('nav.senders')}</SmallRouteButton>
          )}
        </Group>
      </Alert>
    );
  });
}
