// The pages that can be gone to, in the order in which they are shown: in the sidebar and in the command palette.

import { IconActivity, IconLayoutDashboard, IconMessages, IconSend } from '@tabler/icons-react';

export const navigation = [
  { to: '/', label: 'nav.overview', icon: IconLayoutDashboard },
  { to: '/event-monitor', label: 'nav.event_monitor', icon: IconActivity },
  { to: '/messages', label: 'nav.messages', icon: IconMessages },
  { to: '/send', label: 'nav.send', icon: IconSend },
] as const;
