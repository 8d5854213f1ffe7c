// Incoming API: the two values that the customer's systems send with every request, and samples with them filled in.

import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../parts/page/panel.tsx';
import { CodeTabs } from '../../parts/text/code-tabs.tsx';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { CopyableId, LeftToRight } from '../../parts/text/left-to-right.tsx';
import { useMay } from '../../queries/account.ts';
import { useMe } from '../../queries/me.ts';
import { NamedTokens } from '../tokens/named-tokens.tsx';
import { ReplaceToken } from './replace-token.tsx';
import { samples } from './sample-code.ts';
import { changingRole } from './sections.ts';
import { TokenList } from './token-list.tsx';

export function IncomingApiSection() {
  const { t } = useTranslation();
  const { company } = useMe();
  const mayChange = useMay(changingRole);
  // Kept while this page is open, so that the samples work as they stand.
  const [token, setToken] = useState<string | null>(null);
  return (
    <Stack gap="lg">
      <Panel title={t('incoming_api.address')}>
        <FieldList>
          <Field name={t('company.id')}>
            <CopyableId id={company.id} what={t('company.id')} />
          </Field>
          <Field name={t('incoming_api.base')}>
            <CopyableId id={`${window.location.origin}/api/v1`} what={t('incoming_api.base')} />
          </Field>
          <Field name={t('incoming_api.headers')}>
            <Stack gap={2} w="fit-content" dir="ltr">
              <LeftToRight mono>Authorization: Bearer …</LeftToRight>
              <LeftToRight mono>X-Company-ID: {company.id}</LeftToRight>
            </Stack>
          </Field>
        </FieldList>
      </Panel>
      <Panel title={t('token.name')} aside={mayChange && <ReplaceToken onReplaced={setToken} />}>
        <Text size="sm" c="dimmed" mb="md">
          {t('token.explain')}
        </Text>
        <TokenList />
      </Panel>
      <NamedTokens />
      <Panel title={t('incoming_api.samples')}>
        <Text size="sm" c="dimmed" mb="md">
          {t(token === null ? 'incoming_api.samples_hint' : 'incoming_api.samples_with_token')}
        </Text>
        <CodeSamples token={token} />
      </Panel>
    </Stack>
  );
}

/** A message sent from the customer's own program, ready to paste. */
function CodeSamples({ token }: { token: string | null }) {
  const { t } = useTranslation();
  const { company } = useMe();
  const values = {
    origin: window.location.origin,
    companyId: company.id,
    token,
    text: t('incoming_api.sample_text'),
  };
  return <CodeTabs codes={samples.map(({ language, write }) => ({ language, code: write(values) }))} />;
}
