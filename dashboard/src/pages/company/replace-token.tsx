// Replaces the security token by a new or a chosen one, and shows it once.

import { Button, Modal, SegmentedControl, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { useServerForm } from '../../parts/form/use-server-form.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { type ReplacedToken, replaceToken } from '../../queries/companies.ts';
import { ChosenTokenInput } from './chosen-token-input.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { judgeToken } from './token-strength.ts';

const graces = { none: 0, hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 } as const;
type Grace = keyof typeof graces;
const graceNames = Object.keys(graces) as Grace[];

export function ReplaceToken({ onReplaced }: { onReplaced: (token: string) => void }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const [isAsking, { open, close }] = useDisclosure(false);
  const [replaced, setReplaced] = useState<ReplacedToken | null>(null);
  const ends = replaced?.old_token_ends_at;
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconKey size={14} />} onClick={open}>
        {t('token.replace')}
      </Button>
      <Modal opened={isAsking} onClose={close} title={t('token.replace_title')}>
        <ReplaceForm
          onReplaced={(answer) => {
            close();
            setReplaced(answer);
            onReplaced(answer.token);
          }}
          onClose={close}
        />
      </Modal>
      <TokenDialog token={replaced?.token ?? null} onClose={() => setReplaced(null)}>
        {ends && (
          <Text size="sm" c="dimmed">
            {new Date(ends) > new Date()
              ? t('token.old_until', { time: text.absolute(ends) })
              : t('token.old_stopped')}
          </Text>
        )}
      </TokenDialog>
    </>
  );
}

interface ReplaceFormProps {
  onReplaced: (answer: ReplacedToken) => void;
  onClose: () => void;
}

interface ReplaceValues {
  kind: 'made' | 'chosen';
  token: string;
  grace: Grace;
}

function ReplaceForm({ onReplaced, onClose }: ReplaceFormProps) {
  const { t } = useTranslation();
  const initialValues: ReplaceValues = { kind: 'made', token: '', grace: 'none' };
  const { form, frame } = useServerForm({
    initialValues,
    save: { ...replaceToken, onSuccess: onReplaced },
    toBody: ({ kind, token, grace }) => ({
      ...(kind === 'chosen' ? { token } : {}),
      grace_seconds: graces[grace],
    }),
  });
  const isChosen = form.values.kind === 'chosen';
  const isGood = !isChosen || judgeToken(form.values.token).weakness === null;
  return (
    <FormFrame {...frame} submit={t('token.replace')} isDisabled={!isGood} onCancel={onClose}>
      <SegmentedControl
        fullWidth
        aria-label={t('token.replace_title')}
        data={[
          { value: 'made', label: t('token.make') },
          { value: 'chosen', label: t('token.choose') },
        ]}
        {...form.getInputProps('kind')}
      />
      {isChosen ? (
        <ChosenTokenInput value={form.values.token} {...form.getInputProps('token')} />
      ) : (
        <Text size="sm">{t('token.make_hint')}</Text>
      )}
      <Select
        label={t('token.grace')}
        description={t('token.grace_hint')}
        allowDeselect={false}
        data={graceNames.map((name) => ({ value: name, label: t(`token_grace.${name}`) }))}
        {...form.getInputProps('grace')}
      />
    </FormFrame>
  );
}
