// Replaces the security token by a new or a chosen one, and shows it once.

import { Button, Modal, SegmentedControl, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFrame } from '../../parts/form/form-frame.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { replaceToken } from '../../queries/companies.ts';
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
  const replace = useMutation({
    ...replaceToken,
    onSuccess: ({ token }) => {
      close();
      onReplaced(token);
    },
  });
  const ends = replace.data?.old_token_ends_at;
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconKey size={14} />} onClick={open}>
        {t('token.replace')}
      </Button>
      <Modal opened={isAsking} onClose={close} title={t('token.replace_title')}>
        <ReplaceForm
          error={replace.error}
          isSaving={replace.isPending}
          onSave={replace.mutate}
          onClose={close}
        />
      </Modal>
      <TokenDialog token={replace.data?.token ?? null} onClose={replace.reset}>
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
  error: Error | null;
  isSaving: boolean;
  onSave: (body: { token?: string; grace_seconds: number }) => void;
  onClose: () => void;
}

function ReplaceForm({ error, isSaving, onSave, onClose }: ReplaceFormProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<'made' | 'chosen'>('made');
  const [token, setToken] = useState('');
  const [grace, setGrace] = useState<Grace>('none');
  const isChosen = kind === 'chosen';
  const isGood = !isChosen || judgeToken(token).weakness === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGood) onSave({ ...(isChosen ? { token } : {}), grace_seconds: graces[grace] });
  };
  return (
    <FormFrame
      error={error}
      isPending={isSaving}
      onSubmit={submit}
      submit={t('token.replace')}
      isDisabled={!isGood}
      onCancel={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('token.replace_title')}
        value={kind}
        onChange={setKind}
        data={[
          { value: 'made', label: t('token.make') },
          { value: 'chosen', label: t('token.choose') },
        ]}
      />
      {isChosen ? (
        <ChosenTokenInput value={token} onChange={setToken} />
      ) : (
        <Text size="sm">{t('token.make_hint')}</Text>
      )}
      <Select
        label={t('token.grace')}
        description={t('token.grace_hint')}
        allowDeselect={false}
        value={grace}
        onChange={(value) => setGrace(graceNames.find((name) => name === value) ?? 'none')}
        data={graceNames.map((name) => ({ value: name, label: t(`token_grace.${name}`) }))}
      />
    </FormFrame>
  );
}
