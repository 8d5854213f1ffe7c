// How statuses and replies find their way back: the gateway registers the address at the provider where a program can,
// else a person pastes it, step by step; and whether any callback has come yet.

import type { Provider, Sender } from '@hudhud/contract/senders.ts';
import { Alert, Button, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconPlugConnected } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { useFailureWords } from '../../parts/error/use-failure-words.ts';
import { showDone } from '../../parts/form/show-done.ts';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { CopyableId } from '../../parts/text/left-to-right.tsx';
import { MomentLine } from '../../parts/time/moment.tsx';
import { changeSender, providersQuery } from '../../queries/senders.ts';
import { findCallbackGuide } from './callback-steps.ts';
import { ConsolePicture } from './console-picture.tsx';

export function CallbackSetup({ sender }: { sender: Sender }) {
  const { t } = useTranslation();
  const provider = useQuery(providersQuery).data?.find(({ name }) => name === sender.provider);
  const ending = sender.is_simulated ? '' : (findCallbackGuide(sender.provider)?.ending ?? '');
  const address = `${sender.callback_url}${ending}`;
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>{t('callback.title')}</Title>
      <Text size="sm" {...(sender.is_simulated && { c: 'dimmed' })}>
        {sender.is_simulated
          ? t('callback.simulated')
          : t('callback.explain', { provider: provider?.title ?? sender.provider })}
      </Text>
      <FieldList>
        <Field name={t('callback.url')} isStacked>
          <CopyableId id={address} what={t('callback.url')} />
        </Field>
      </FieldList>
      {provider && !sender.is_simulated && (
        <AtProvider sender={sender} provider={provider} address={address} />
      )}
      <Arrived sender={sender} provider={provider?.title ?? sender.provider} />
      {provider?.correlation === 'none' && (
        <Alert color="yellow" icon={<IconAlertTriangle />}>
          {t('callback.never_settles', { provider: provider.title })}
        </Alert>
      )}
    </Stack>
  );
}

interface AtProviderProps {
  sender: Sender;
  provider: Provider;
  address: string;
}

function AtProvider({ sender, provider, address }: AtProviderProps) {
  const { t } = useTranslation();
  const guide = findCallbackGuide(provider.name);
  return (
    <>
      {provider.registers_callback && <Register sender={sender} provider={provider} />}
      {guide && provider.registers_callback && (
        <Text size="sm" fw={600}>
          {t('callback.by_hand')}
        </Text>
      )}
      {guide && (
        <List type="ordered" spacing="md" size="sm" listStyleType="decimal">
          {guide.steps.map((step) => (
            <List.Item key={step.name} styles={{ itemWrapper: { display: 'block' } }}>
              <Text size="sm" mb="xs">
                {t(`callback_step.${provider.name}.${step.name}` as 'callback_step.twilio.paste')}
              </Text>
              <ConsolePicture
                step={step}
                address={address}
                label={t('callback.picture', { provider: provider.title, place: step.place.join(' > ') })}
              />
            </List.Item>
          ))}
        </List>
      )}
      {guide && (
        <RouteLink to="/developers/guides/$guide" params={{ guide: guide.guide }} size="sm">
          {t('callback.guide')}
        </RouteLink>
      )}
    </>
  );
}

function Register({ sender, provider: { title } }: { sender: Sender; provider: Provider }) {
  const { t } = useTranslation();
  const register = useMutation({
    ...changeSender,
    onSuccess: (saved) => {
      if (saved.callback_problem?.code === 'callback_not_registered') return;
      showDone(t('callback.registered', { provider: title }));
    },
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={16} />}
        loading={register.isPending}
        onClick={() => register.mutate({ id: sender.id, body: { register_callback: true } })}
      >
        {t('callback.register', { provider: title })}
      </Button>
      <Text size="xs" c="dimmed">
        {t('callback.register_hint', { provider: title })}
      </Text>
      {register.error && <ErrorAlert error={register.error} />}
    </Stack>
  );
}

/** The gateway reports one sentence, which is translated as the cause of a failure is. */
const noFailure = { code: '', title: '', detail: '', cause: '', action: '' };

function Arrived({ sender, provider }: { sender: Sender; provider: string }) {
  const { t } = useTranslation();
  const words = useFailureWords();
  const { callback_problem: problem, last_callback_at: last } = sender;
  const isBroken = problem && (last === null || problem.at > last);
  return (
    <>
      {isBroken && (
        <Alert
          color="red"
          icon={<IconAlertTriangle />}
          title={
            problem.code === 'callback_not_registered'
              ? t('callback.not_registered', { provider })
              : t('callback.problem')
          }
        >
          <Text size="sm">
            <bdi>{words({ ...noFailure, cause: problem.detail }).cause}</bdi>
          </Text>
          <MomentLine at={problem.at} />
        </Alert>
      )}
      {last ? (
        <Alert color="teal" icon={<IconCircleCheck />} title={t('callback.arrived')}>
          <MomentLine at={last} />
        </Alert>
      ) : (
        <Alert color="gray" icon={<IconInfoCircle />} title={t('callback.none')}>
          {t(sender.is_simulated ? 'callback.none_simulated' : 'callback.none_hint')}
        </Alert>
      )}
    </>
  );
}
