// The sections of a company's Edit page, in the order in which they are shown.

import type { MemberRole } from '@hudhud/contract/users.ts';
import {
  IconAlertTriangle,
  IconBell,
  IconBuilding,
  IconBuildingStore,
  IconDeviceMobile,
  IconHistory,
  IconKey,
  IconRoute,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';

export const sections = [
  { to: '/companies/$companyId/edit/profile', name: 'profile', icon: IconBuilding },
  { to: '/companies/$companyId/edit/stores', name: 'stores', icon: IconBuildingStore },
  { to: '/companies/$companyId/edit/incoming-api', name: 'incoming_api', icon: IconKey },
  { to: '/companies/$companyId/edit/outgoing-webhooks', name: 'outgoing_webhooks', icon: IconWebhook },
  { to: '/companies/$companyId/edit/senders', name: 'senders', icon: IconDeviceMobile },
  { to: '/companies/$companyId/edit/routes', name: 'routes', icon: IconRoute },
  { to: '/companies/$companyId/edit/members', name: 'members', icon: IconUsers },
  { to: '/companies/$companyId/edit/alerts', name: 'alerts', icon: IconBell },
  { to: '/companies/$companyId/edit/audit', name: 'audit', icon: IconHistory },
  { to: '/companies/$companyId/edit/danger', name: 'danger', icon: IconAlertTriangle },
] as const;

export type SectionName = (typeof sections)[number]['name'];

/** The role that changes something in a section; members with a lower role only read. */
export const changingRole: MemberRole = 'admin';
