// Another company: the dashboard is reloaded, so that nothing of the one before can be left on the page.

import { chooseCompany } from '../../session.ts';

export function switchCompany(id: string): void {
  chooseCompany(id);
  window.location.assign('/');
}
