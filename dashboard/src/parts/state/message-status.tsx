// The picture and colour of each message status: one look wherever a status is shown.

import type { MessageStatus } from '@hudhud/contract/states.ts';
import {
  IconAlertCircle,
  IconArrowDownLeft,
  IconBan,
  IconCheck,
  IconChecks,
  IconClock,
  IconHelpCircle,
  IconHourglassOff,
  IconSend2,
  type Icon as TablerIcon,
} from '@tabler/icons-react';
import type { StatusColor } from './status-color.ts';

interface Look {
  readonly color: StatusColor;
  readonly icon: TablerIcon;
  /** It points along the line of reading, and is mirrored with it. */
  readonly flip?: 'flip';
}

/** Calm: only what needs a person has a loud colour. */
export const messageLooks: Record<MessageStatus, Look> = {
  queued: { color: 'gray', icon: IconClock },
  sending: { color: 'gray', icon: IconSend2, flip: 'flip' },
  sent: { color: 'blue', icon: IconCheck },
  delivered: { color: 'teal', icon: IconChecks },
  read: { color: 'teal', icon: IconChecks },
  played: { color: 'teal', icon: IconChecks },
  failed: { color: 'red', icon: IconAlertCircle },
  unconfirmed: { color: 'yellow', icon: IconHelpCircle },
  cancelled: { color: 'gray', icon: IconBan },
  expired: { color: 'yellow', icon: IconHourglassOff },
  received: { color: 'blue', icon: IconArrowDownLeft, flip: 'flip' },
};
