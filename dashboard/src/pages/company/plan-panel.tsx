// The plan of the company and what is left of it, with the limits that go with it.

import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../parts/page/panel.tsx';
import { PlanBadge } from '../../parts/state/status-badge.tsx';
import { byteSize } from '../../parts/text/byte-size.ts';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { timeLeft } from '../../parts/time/times.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { useMe } from '../../queries/me.ts';

export function PlanPanel() {
  const { t } = useTranslation();
  const { company, limits } = useMe();
  const text = useTimeText();
  return (
    <Panel title={t('company.plan')} aside={<PlanBadge plan={company.plan} />}>
      {company.plan === 'trial' && company.trial_ends_at && <Trial end={company.trial_ends_at} />}
      <FieldList>
        <Field name={t('company.requests_per_minute')}>{text.number(limits.requests_per_minute)}</Field>
        <Field name={t('company.text_characters_max')}>
          {t('company.characters', {
            count: limits.text_characters_max,
            formatted: text.number(limits.text_characters_max),
          })}
        </Field>
        <Field name={t('company.body_bytes_max')}>
          <LeftToRight>{byteSize(limits.body_bytes_max)}</LeftToRight>
        </Field>
      </FieldList>
    </Panel>
  );
}

function Trial({ end }: { end: string }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const left = timeLeft(end, useNow());
  return (
    <Stack gap={2} mb="sm">
      <Text fz={22} fw={600} lh={1.3}>
        {left ? t(`time.${left.unit}_left`, { count: left.count }) : t('company.trial_over')}
      </Text>
      <Text size="sm" c="dimmed">
        {left ? t('company.trial_ends', { day: text.day(end) }) : t('company.trial_over_hint')}
      </Text>
    </Stack>
  );
}
