// What is wrong with each field, when a problem names more than it says itself.

import type { FieldError, Problem } from '@hudhud/contract/problem.ts';
import { List } from '@mantine/core';
import { LeftToRight } from '../text/left-to-right.tsx';

export function FieldErrors({ problem }: { problem: Problem }) {
  const errors: readonly FieldError[] = problem.errors ?? [];
  // A single error usually says the same as the problem itself.
  if (errors.every(({ detail }) => detail === problem.detail)) return null;
  return (
    <List size="sm" spacing={4}>
      {errors.map((error) => (
        <List.Item key={`${error.pointer ?? error.parameter}${error.code}${error.detail}`}>
          <LeftToRight mono fw={600}>
            {error.pointer ?? error.parameter ?? error.code}
          </LeftToRight>{' '}
          <bdi>{error.detail}</bdi>
        </List.Item>
      ))}
    </List>
  );
}
