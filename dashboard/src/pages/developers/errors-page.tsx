// The error catalogue to search: what each code means, and what to do about it.

import { type ErrorCode, errorCatalogue, errorCodes } from '@hudhud/contract/errors.ts';
import { Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ExplainingSentence } from '../../parts/error/error-explanation.tsx';
import { type ErrorText, useErrorText } from '../../parts/error/use-error-text.ts';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { StatusBadge } from '../../parts/state/status-badge.tsx';

// Finds error codes by what a person has at hand: the code, the status, or a word of its explanation.

interface FoundError extends ErrorText {
  readonly code: ErrorCode;
  readonly status: number;
}

export function findErrors(words: string, textOf: (code: string) => ErrorText | null): FoundError[] {
  const wanted = words.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return errorCodes.flatMap((code) => {
    const { status, ...english } = errorCatalogue[code];
    const text = textOf(code) ?? english;
    const all = [code, status, text.title, text.cause, text.action].join(' ').toLocaleLowerCase();
    return wanted.every((word) => all.includes(word)) ? [{ code, status, ...text }] : [];
  });
}

const route = getRouteApi('/app/developers/errors');

export function ErrorsPage() {
  const { t } = useTranslation();
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const found = findErrors(search, useErrorText());
  return (
    <Stack>
      <TextInput
        label={t('developers.search_errors')}
        placeholder={t('developers.search_errors_hint')}
        leftSection={<IconSearch size={16} />}
        defaultValue={search}
        onChange={(event) =>
          void navigate({ search: { search: event.currentTarget.value || undefined }, replace: true })
        }
        maw={480}
      />
      <Text size="sm" c="dimmed" role="status">
        {t('developers.errors_found', { count: found.length })}
      </Text>
      {found.length === 0 ? (
        <EmptyState
          icon={IconSearch}
          title={t('developers.no_errors')}
          hint={t('developers.no_errors_hint')}
        />
      ) : (
        found.map((error) => <ErrorCard key={error.code} error={error} />)
      )}
    </Stack>
  );
}

function ErrorCard({ error }: { error: FoundError }) {
  const { t } = useTranslation();
  return (
    <Panel
      title={<bdi>{error.title}</bdi>}
      aside={
        <Group gap="xs" dir="ltr">
          <StatusBadge color="gray">{error.status}</StatusBadge>
          <Code className="ltr">{error.code}</Code>
        </Group>
      }
    >
      <Stack gap="xs">
        <ExplainingSentence name={t('problem.what_happened')} text={error.cause} />
        <ExplainingSentence name={t('problem.what_to_do')} text={error.action} />
      </Stack>
    </Panel>
  );
}
