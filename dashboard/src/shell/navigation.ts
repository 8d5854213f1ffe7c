// The pages that can be gone to, in the order in which they are shown: in the sidebar and in the command palette.

import {
  IconActivity,
  IconDeviceMobile,
  IconDeviceMobileMessage,
  IconLayoutDashboard,
  IconMessages,
  IconSend,
  IconWebhook,
  IconWorldUpload,
} from '@tabler/icons-react';

export const navigation = [
  { to: '/', label: 'nav.overview', icon: IconLayoutDashboard },
  { to: '/messages', label: 'nav.messages', icon: IconMessages },
  { to: '/send', label: 'nav.send', icon: IconSend },
  { to: '/phone', label: 'nav.phone', icon: IconDeviceMobileMessage },
  { to: '/event-monitor', label: 'nav.event_monitor', icon: IconActivity },
  { to: '/calls', label: 'nav.calls', icon: IconWorldUpload },
  { to: '/webhooks', label: 'nav.webhooks', icon: IconWebhook },
  { to: '/senders', label: 'nav.senders', icon: IconDeviceMobile },
] as const;
