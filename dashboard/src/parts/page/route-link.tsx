// Mantine's anchor, button and navigation link with the router's typed addresses.

import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import type { Icon as TablerIcon } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Native = Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps | 'color'>;

function PlainAnchor(props: AnchorProps & Native) {
  return <Anchor {...props} />;
}

function PlainButton(props: ButtonProps & Native) {
  return <Button component="a" {...props} />;
}

interface SmallButtonProps extends ButtonProps {
  icon?: TablerIcon;
}

/** Beside what it leads on from. */
function PlainSmallButton({ icon: Icon, ...props }: SmallButtonProps & Native) {
  return (
    <Button
      component="a"
      variant="default"
      size="xs"
      {...(Icon && { leftSection: <Icon size={14} /> })}
      {...props}
    />
  );
}

function PlainNavLink(props: NavLinkProps & Omit<Native, keyof NavLinkProps>) {
  return <NavLink component="a" {...props} />;
}

export const RouteLink = createLink(PlainAnchor);
export const RouteButton = createLink(PlainButton);
export const SmallRouteButton = createLink(PlainSmallButton);
export const RouteNavLink = createLink(PlainNavLink);
