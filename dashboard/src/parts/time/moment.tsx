// A moment in time, in the company's zone, with how long ago it was.

import { Box, Text, Tooltip } from '@mantine/core';
import { useTimeText } from './use-time-text.ts';

/** Two lines for a table cell: the clock, and how long ago. */
export function MomentCell({ at }: { at: string }) {
  const text = useTimeText();
  return (
    <Tooltip label={text.absolute(at)}>
      <Box component="time" dateTime={at} display="inline-flex" style={{ flexDirection: 'column' }}>
        <Text span size="sm">
          {text.short(at)}
        </Text>
        <Text span size="xs" c="dimmed">
          {text.relative(at)}
        </Text>
      </Box>
    </Tooltip>
  );
}

/** One short line: how long ago, the rest on hover. */
export function MomentAgo({ at }: { at: string }) {
  const text = useTimeText();
  return (
    <Tooltip label={text.absolute(at)}>
      <Text component="time" dateTime={at} size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {text.relative(at)}
      </Text>
    </Tooltip>
  );
}

/** One full line for details. */
export function MomentLine({ at }: { at: string }) {
  const text = useTimeText();
  return (
    <Text component="time" dateTime={at} size="sm">
      {text.absolute(at)}{' '}
      <Text span size="sm" c="dimmed">
        ({text.relative(at)})
      </Text>
    </Text>
  );
}

/** The clock within other text, to the second; the rest on hover. */
export function Moment({ at }: { at: string }) {
  const text = useTimeText();
  return (
    <Tooltip label={text.absolute(at)}>
      <time dateTime={at}>{text.short(at)}</time>
    </Tooltip>
  );
}
