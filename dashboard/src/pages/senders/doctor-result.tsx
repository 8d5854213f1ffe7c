// What a test of a sender found, step by step, and the last step: a message written with a phone.

import type { DoctorStep, Sender, SenderTest } from '@hudhud/contract/senders.ts';
import { Alert, List, Loader, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FailureAlert } from '../../parts/error/failure-alert.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { receivedMessageQuery } from '../../queries/senders.ts';
import { SenderNumber } from './sender-number.tsx';

const looks = {
  working: { color: 'teal', icon: IconCheck },
  broken: { color: 'red', icon: IconX },
  skipped: { color: 'gray', icon: IconMinus },
} as const;

const steps = [
  'key',
  'token',
  'scopes',
  'number',
  'subscription',
  'templates',
  'callback',
  'signature',
  'connection',
] as const;

export function DoctorResult({ sender, result }: { sender: Sender; result: SenderTest }) {
  const { t } = useTranslation();
  const isBroken = result.steps.some(({ state }) => state === 'broken');
  return (
    <Stack gap="sm">
      <List spacing="xs" center={false} aria-label={t('doctor.steps')}>
        {result.steps.map((step) => (
          <StepLine key={step.step} step={step} />
        ))}
      </List>
      {!result.is_working && result.failure && !isBroken && <FailureAlert failure={result.failure} />}
      {result.is_working && !isBroken && (
        <Alert color="teal" icon={<IconCircleCheck />} title={t('sender.test_works')}>
          <Text size="sm">
            {result.name && <bdi>{result.name}</bdi>} <LeftToRight>{result.phone_number}</LeftToRight>
          </Text>
        </Alert>
      )}
      {!isBroken && <RealMessage sender={sender} since={result.tested_at} />}
    </Stack>
  );
}

function StepLine({ step }: { step: DoctorStep }) {
  const { t } = useTranslation();
  const { color, icon: Picture } = looks[step.state];
  const known = steps.find((one) => one === step.step);
  return (
    <List.Item
      styles={{ itemWrapper: { alignItems: 'flex-start', width: '100%' }, itemLabel: { flex: 1 } }}
      icon={
        <ThemeIcon color={color} variant="light" size={22} radius="xl" aria-label={t(`doctor.${step.state}`)}>
          <Picture size={14} />
        </ThemeIcon>
      }
    >
      <Text size="sm" mb={step.failure ? 6 : 0}>
        {known ? t(`doctor.step_${known}`) : step.title}
      </Text>
      {step.failure && (
        <FailureAlert failure={step.failure} color={step.state === 'broken' ? 'red' : 'yellow'} />
      )}
    </List.Item>
  );
}

/** Only a phone can prove that callbacks arrive. */
function RealMessage({ sender, since }: { sender: Sender; since: string }) {
  const { t } = useTranslation();
  const { data } = useQuery(receivedMessageQuery(sender.id, since));
  if (data?.message_id) {
    return (
      <Alert color="teal" icon={<IconCircleCheck />} title={t('doctor.heard')}>
        <Text size="sm">{t('doctor.heard_hint')}</Text>
      </Alert>
    );
  }
  return (
    <Alert color="blue" icon={<Loader size={18} />} title={t('doctor.write_now')}>
      <Text size="sm">
        {t('doctor.write_hint')} <SenderNumber sender={sender} />
      </Text>
    </Alert>
  );
}
