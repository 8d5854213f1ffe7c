// The pages that can be gone to, in the order in which they are shown: in the sidebar and in the command palette.

import {
  IconActivity,
  IconAddressBook,
  IconBuildingStore,
  IconCode,
  IconDeviceMobile,
  IconDeviceMobileMessage,
  IconLayoutDashboard,
  IconMessages,
  IconSend,
  IconSpeakerphone,
  IconUserCircle,
  IconWebhook,
  IconWorldUpload,
} from '@tabler/icons-react';

export const navigation = [
  { to: '/', label: 'nav.overview', icon: IconLayoutDashboard },
  { to: '/messages', label: 'nav.messages', icon: IconMessages },
  { to: '/send', label: 'nav.send', icon: IconSend },
  { to: '/contacts', label: 'nav.contacts', icon: IconAddressBook },
  { to: '/campaigns', label: 'nav.campaigns', icon: IconSpeakerphone },
  { to: '/phone', label: 'nav.phone', icon: IconDeviceMobileMessage },
  { to: '/event-monitor', label: 'nav.event_monitor', icon: IconActivity },
  { to: '/calls', label: 'nav.calls', icon: IconWorldUpload },
  { to: '/webhooks', label: 'nav.webhooks', icon: IconWebhook },
  { to: '/senders', label: 'nav.senders', icon: IconDeviceMobile },
  { to: '/companies', label: 'nav.companies', icon: IconBuildingStore },
  { to: '/developers', label: 'nav.developers', icon: IconCode },
] as const;

/** Reached by the menu of whoever is signed in, not by the sidebar. */
export const accountPage = { to: '/account', label: 'nav.account', icon: IconUserCircle } as const;
