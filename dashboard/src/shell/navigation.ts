// The pages that can be gone to, in groups and in the order in which they are shown: in the sidebar and in the command palette.

import {
  IconActivity,
  IconAddressBook,
  IconBuildingStore,
  IconCode,
  IconDeviceMobile,
  IconDeviceMobileMessage,
  IconLayoutDashboard,
  IconMessages,
  IconReceipt,
  IconSend,
  IconSpeakerphone,
  IconTemplate,
  IconUserCircle,
  IconWebhook,
  IconWorldUpload,
} from '@tabler/icons-react';

export const navigationGroups = ['start', 'messaging', 'monitor', 'connections', 'company'] as const;

export const navigation = [
  { to: '/', label: 'nav.overview', icon: IconLayoutDashboard, group: 'start' },
  { to: '/messages', label: 'nav.messages', icon: IconMessages, group: 'messaging' },
  { to: '/send', label: 'nav.send', icon: IconSend, group: 'messaging' },
  { to: '/contacts', label: 'nav.contacts', icon: IconAddressBook, group: 'messaging' },
  { to: '/campaigns', label: 'nav.campaigns', icon: IconSpeakerphone, group: 'messaging' },
  { to: '/templates', label: 'nav.templates', icon: IconTemplate, group: 'messaging' },
  { to: '/phone', label: 'nav.phone', icon: IconDeviceMobileMessage, group: 'messaging' },
  { to: '/event-monitor', label: 'nav.event_monitor', icon: IconActivity, group: 'monitor' },
  { to: '/calls', label: 'nav.calls', icon: IconWorldUpload, group: 'monitor' },
  { to: '/webhooks', label: 'nav.webhooks', icon: IconWebhook, group: 'connections' },
  { to: '/senders', label: 'nav.senders', icon: IconDeviceMobile, group: 'connections' },
  { to: '/companies', label: 'nav.companies', icon: IconBuildingStore, group: 'company' },
  { to: '/costs', label: 'nav.costs', icon: IconReceipt, group: 'company' },
  { to: '/developers', label: 'nav.developers', icon: IconCode, group: 'company' },
] as const;

/** Reached by the menu of the signed-in user, not by the sidebar. */
export const accountPage = { to: '/account', label: 'nav.account', icon: IconUserCircle } as const;
