// People who cannot get the message, problem by problem: who they are, what to do, and the choice to leave them out.

import type { ExcludableProblem, Preflight } from '@hudhud/contract/campaigns.ts';
import { Alert, Checkbox, Group, List, Paper, Spoiler, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../../parts/page/route-link.tsx';
import { LeftToRight } from '../../../parts/text/left-to-right.tsx';
import { useTimeText } from '../../../parts/time/use-time-text.ts';

type Problem = Preflight['problems'][number];

interface PreflightProblemsProps {
  problems: readonly Problem[];
  excluded: readonly ExcludableProblem[];
  onChange: (excluded: readonly ExcludableProblem[]) => void;
}

export function PreflightProblems({ problems, excluded, onChange }: PreflightProblemsProps) {
  const { t } = useTranslation();
  if (problems.length === 0) {
    return (
      <Alert color="teal" icon={<IconCircleCheck />}>
        {t('preflight.no_problems')}
      </Alert>
    );
  }
  return (
    <Stack gap="sm">
      <Title order={2}>{t('preflight.problems')}</Title>
      {problems.map((one) => (
        <ProblemCard
          key={one.problem}
          found={one}
          isExcluded={excluded.includes(one.problem)}
          onExclude={(is) =>
            onChange(is ? [...excluded, one.problem] : excluded.filter((other) => other !== one.problem))
          }
        />
      ))}
    </Stack>
  );
}

interface ProblemCardProps {
  found: Problem;
  isExcluded: boolean;
  onExclude: (is: boolean) => void;
}

function ProblemCard({ found, isExcluded, onExclude }: ProblemCardProps) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const words = { count: found.count, formatted: number(found.count) };
  return (
    <Paper withBorder p="md" role="group" aria-label={t(`skip_reason.${found.problem}`)}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={600} size="sm">
            {t(`skip_reason.${found.problem}`)}
          </Text>
          <Text size="sm" c="dimmed">
            {t('preflight.people', words)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {t(`skip_hint.${found.problem}`)}
        </Text>
        <Unfilled placeholders={found.placeholders ?? []} />
        <People found={found} />
        <Checkbox
          checked={isExcluded}
          onChange={(event) => onExclude(event.currentTarget.checked)}
          label={t(found.problem === 'duplicate' ? 'preflight.exclude_twice' : 'preflight.exclude', words)}
        />
      </Stack>
    </Paper>
  );
}

function Unfilled({ placeholders }: { placeholders: NonNullable<Problem['placeholders']> }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  if (placeholders.length === 0) return null;
  return (
    <List size="sm">
      {placeholders.map(({ placeholder, count }) => (
        <List.Item key={placeholder}>
          <LeftToRight mono>{`{{${placeholder}}}`}</LeftToRight>{' '}
          {t('preflight.people', { count, formatted: number(count) })}
        </List.Item>
      ))}
    </List>
  );
}

const shownHeight = 96;

function People({ found }: { found: Problem }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const more = found.count - found.people.length;
  // One person may be named twice: that is what duplicates are.
  const people = found.people.map((person, place) => ({ ...person, key: `${place}` }));
  return (
    <Spoiler
      // The kit makes it a region, and there is one for each problem.
      attributes={{ content: { 'aria-label': t(`skip_reason.${found.problem}`) } }}
      maxHeight={shownHeight}
      showLabel={t('preflight.show_people')}
      hideLabel={t('preflight.hide_people')}
    >
      <List size="sm" listStyleType="none">
        {people.map(({ key, phone_number, name, contact_id }) => (
          <List.Item key={key}>
            <LeftToRight>{phone_number}</LeftToRight>{' '}
            {contact_id ? (
              <RouteLink to="/contacts/$contactId" params={{ contactId: contact_id }} size="sm">
                <bdi>{name ?? t('contact.title')}</bdi>
              </RouteLink>
            ) : (
              name && <bdi>{name}</bdi>
            )}
          </List.Item>
        ))}
        {more > 0 && (
          <List.Item>{t('preflight.more_people', { count: more, formatted: number(more) })}</List.Item>
        )}
      </List>
    </Spoiler>
  );
}
