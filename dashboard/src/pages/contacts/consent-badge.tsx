// Whether a person wants messages, at a glance.

import type { ConsentName } from '@hudhud/contract/segments.ts';
import { Tooltip } from '@mantine/core';
import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../parts/state/status-badge.tsx';

const looks = {
  opted_in: { color: 'teal', icon: IconCircleCheck },
  opted_out: { color: 'red', icon: IconCircleX },
  unknown: { color: 'gray', icon: IconCircleMinus },
} as const;

export function ConsentBadge({ state }: { state: ConsentName }) {
  const { t } = useTranslation();
  const { color, icon: Picture } = looks[state];
  return (
    <Tooltip label={t(`consent_hint.${state}`)} multiline maw={300}>
      <StatusBadge color={color} leftSection={<Picture size={13} aria-hidden />}>
        {t(`consent.${state}`)}
      </StatusBadge>
    </Tooltip>
  );
}
