// The menus above every page: language, colours, and who is signed in. They come right after the page, because nobody
// opens one in the first second.

import { LanguageMenu, SchemeMenu } from '../parts/page/preference-menus.tsx';
import { CompanyMenu } from './company-menu.tsx';

export default function HeaderMenus() {
  return (
    <>
      <LanguageMenu />
      <SchemeMenu />
      <CompanyMenu />
    </>
  );
}
