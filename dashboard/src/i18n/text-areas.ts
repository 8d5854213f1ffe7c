// The texts that are loaded with their pages. An area is one file in each language's folder, named after it.

import type account from './en/account.json';
import type alerts from './en/alerts.json';
import type campaigns from './en/campaigns.json';
import type chat from './en/chat.json';
import type company from './en/company.json';
import type compose from './en/compose.json';
import type contacts from './en/contacts.json';
import type costs from './en/costs.json';
import type developers from './en/developers.json';
import type logs from './en/logs.json';
import type monitoring from './en/monitoring.json';
import type senders from './en/senders.json';
import type templates from './en/templates.json';
import type tokens from './en/tokens.json';

export type TextArea =
  | 'account'
  | 'alerts'
  | 'campaigns'
  | 'chat'
  | 'company'
  | 'compose'
  | 'contacts'
  | 'costs'
  | 'developers'
  | 'logs'
  | 'monitoring'
  | 'senders'
  | 'templates'
  | 'tokens';

/** Every key of every area. An area's file holds whole groups of its own, so no key is in two files. */
export type TextsOfAreas = typeof account &
  typeof alerts &
  typeof campaigns &
  typeof chat &
  typeof company &
  typeof compose &
  typeof contacts &
  typeof costs &
  typeof developers &
  typeof logs &
  typeof monitoring &
  typeof senders &
  typeof templates &
  typeof tokens;
