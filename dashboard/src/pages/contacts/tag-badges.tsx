// The tags of a person, each a way to everybody who has it.

import { Group } from '@mantine/core';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { StatusBadge } from '../../parts/state/status-badge.tsx';

export function TagBadges({ tags, max = tags.length }: { tags: readonly string[]; max?: number }) {
  if (tags.length === 0) return null;
  return (
    <Group gap={4}>
      {tags.slice(0, max).map((tag) => (
        <RouteLink key={tag} to="/contacts" search={{ tag }} underline="never">
          <StatusBadge color="gray" style={{ cursor: 'pointer' }}>
            <bdi>{tag}</bdi>
          </StatusBadge>
        </RouteLink>
      ))}
      {tags.length > max && (
        <StatusBadge color="gray">
          <bdi dir="ltr">+{tags.length - max}</bdi>
        </StatusBadge>
      )}
    </Group>
  );
}
