// The secret, as a picture for the camera and as text for typing, and the first code that proves it arrived.

import type { SecondFactorStart } from '@hudhud/contract/users.ts';
import { Button, Center, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { CodeBlock } from '../../parts/text/code-block.tsx';

// A QR code as one path. Always dark on white with a margin, also on dark pages: cameras want it so.

const margin = 2;

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: margin });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 8 }}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

interface SecretStepProps {
  started: SecondFactorStart;
  error: Error | null;
  isPending: boolean;
  onCode: (code: string) => void;
  onClose: () => void;
}

export function SecretStep({ started, error, isPending, onCode, onClose }: SecretStepProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const digits = code.replaceAll(/\s/g, '');
  const isWhole = /^\d{6}$/.test(digits);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onCode(digits);
      }}
    >
      <Stack>
        <Text size="sm">{t('second_factor.scan')}</Text>
        <Center>
          <QrCode text={started.secret_uri} label={t('second_factor.picture')} />
        </Center>
        <CodeBlock title={t('second_factor.secret')} code={started.secret} />
        {error && <ErrorAlert error={error} />}
        <TextInput
          label={t('second_factor.first_code')}
          description={t('second_factor.first_code_hint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          dir="ltr"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.not_now')}
          </Button>
          <Button type="submit" loading={isPending} disabled={!isWhole}>
            {t('second_factor.turn_on')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
