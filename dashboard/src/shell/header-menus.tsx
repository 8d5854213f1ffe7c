// The menus above every page: language, colours, and who is signed in. They come right after the page, because nobody
// opens one in the first second.

import { CompanyMenu } from './company-menu.tsx';
import { LanguageMenu, SchemeMenu } from './preference-menus.tsx';

export default function HeaderMenus() {
  return (
    <>
      <LanguageMenu />
      <SchemeMenu />
      <CompanyMenu />
    </>
  );
}
