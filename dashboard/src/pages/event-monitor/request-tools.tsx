// What else can be done with one request: send it edited, take it along as code, and compare it with the one that it repeats.

import type { RequestDetail } from '@hudhud/contract/requests.ts';
import { Button, Group, Loader, Modal, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { HttpStatusBadge } from '../../parts/state/status-badge.tsx';
import { CodeTabs } from '../../parts/text/code-tabs.tsx';
import { compareLines } from '../../parts/text/line-difference.ts';
import { prettyJson } from '../../parts/text/pretty-json.ts';
import { requestCodes } from '../../parts/text/request-code.ts';
import { useMay } from '../../queries/account.ts';
import { useMe } from '../../queries/me.ts';
import { requestQuery } from '../../queries/requests.ts';
import styles from './edit-request.module.css';

const EditRequest = lazy(() => import('./edit-request.tsx'));

/** Reads are repeated by reading, and only the provider can sign a callback. */
const canBeEdited = ({ method, kind, path }: RequestDetail): boolean =>
  method !== 'GET' && kind === 'api' && !/\/(?:retry|send-edited)$/.test(path);

export function RequestTools({ request }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const mayOperate = useMay('operator');
  const [isEditing, editing] = useDisclosure(false);
  const [isCoded, coded] = useDisclosure(false);
  return (
    <Group gap="sm">
      {mayOperate && canBeEdited(request) && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={editing.open}>
          {t('edit_send.button')}
        </Button>
      )}
      {request.kind === 'api' && (
        <Button variant="default" leftSection={<IconCode size={16} />} onClick={coded.open}>
          {t('code_sample.title')}
        </Button>
      )}
      <Modal opened={isEditing} onClose={editing.close} title={t('edit_send.title')} size="xl">
        <Suspense fallback={<Loader />}>
          <EditRequest request={request} />
        </Suspense>
      </Modal>
      <Modal opened={isCoded} onClose={coded.close} title={t('code_sample.title')} size="lg">
        <AsCode request={request} />
      </Modal>
    </Group>
  );
}

function AsCode({ request: { method, path, body } }: { request: RequestDetail }) {
  const { t } = useTranslation();
  const { company } = useMe();
  const values = { origin: window.location.origin, companyId: company.id, method, path, body };
  return (
    <Stack gap="sm">
      <CodeTabs codes={requestCodes.map(({ language, write }) => ({ language, code: write(values) }))} />
      <Text size="xs" c="dimmed">
        {t('code_sample.hint')}
      </Text>
    </Stack>
  );
}

const marks = { same: '  ', gone: '- ', new: '+ ' } as const;

/** A retry beside the request that it repeats: what changed, and what that changed. */
export function ComparedWithOriginal({ request }: { request: RequestDetail & { retry_of: string } }) {
  const { t } = useTranslation();
  const original = useQuery(requestQuery(request.retry_of)).data;
  // It may be gone before its retry.
  if (!original) return null;
  const shown = ({ body }: RequestDetail) => (body === null ? '' : prettyJson(body));
  const lines = compareLines(shown(original), shown(request));
  const isSame = lines.every(({ kind }) => kind === 'same');
  return (
    <Stack gap="xs" component="section" aria-label={t('compare.title')}>
      <Title order={2}>{t('compare.title')}</Title>
      <Group gap="lg">
        <Group gap={6}>
          <Text size="sm">{t('compare.before')}</Text>
          <HttpStatusBadge status={original.status} />
        </Group>
        <Group gap={6}>
          <Text size="sm">{t('compare.after')}</Text>
          <HttpStatusBadge status={request.status} />
        </Group>
      </Group>
      {isSame ? (
        <Text size="sm" c="dimmed">
          {t('compare.same')}
        </Text>
      ) : (
        <>
          <Text size="xs" c="dimmed">
            {t('compare.body')}
          </Text>
          {/* Long lines scroll; a scrolling region must be reachable by keyboard. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
          <pre className={styles.difference} dir="ltr" tabIndex={0}>
            {lines.map(({ kind, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one comparison never change their order
              <span key={index} className={styles.line} data-kind={kind}>
                {marks[kind]}
                {text}
              </span>
            ))}
          </pre>
        </>
      )}
    </Stack>
  );
}
