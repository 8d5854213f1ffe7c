// The menus above every page: help, language, colours, and who is signed in. Loaded when one of their buttons is first pressed;
// that one then opens at once.

import { HelpMenu } from '../parts/page/help-menu.tsx';
import { LanguageMenu, SchemeMenu } from '../parts/page/preference-menus.tsx';
import { CompanyMenu } from './company-menu.tsx';

export type HeaderMenu = 'help' | 'language' | 'scheme' | 'company';

export default function HeaderMenus({ first }: { first: HeaderMenu }) {
  return (
    <>
      <HelpMenu isOpenAtFirst={first === 'help'} />
      <LanguageMenu isOpenAtFirst={first === 'language'} />
      <SchemeMenu isOpenAtFirst={first === 'scheme'} />
      <CompanyMenu isOpenAtFirst={first === 'company'} />
    </>
  );
}
