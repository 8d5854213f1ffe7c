// A menu behind a button that is a picture, in the head of every page.

import { ActionIcon, Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface OpenAtFirst {
  /** Its button was pressed before it was loaded. */
  isOpenAtFirst: boolean;
}

interface IconMenuProps extends OpenAtFirst {
  label: string;
  icon: Icon;
  width?: number;
  children: ReactNode;
}

export function IconMenu({ label, icon: Picture, width, isOpenAtFirst, children }: IconMenuProps) {
  return (
    // Within the head of the page: outside of it a screen reader meets the menu in no part of the page.
    <Menu position="bottom-end" {...(width && { width })} withinPortal={false} defaultOpened={isOpenAtFirst}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
          <Picture size={20} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
