// The door behind a link from a mail: a form for the secret that the link carries, and where to get another link.

import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoLinkAlert } from '../error/no-link-alert.tsx';
import { readLinkSecret } from '../form/link-secret.ts';
import { Door } from './door.tsx';

interface LinkDoorProps {
  /** The page that the link opens. */
  page: string;
  title: string;
  subtitle: string;
  foot: ReactNode;
  children: (secret: string) => ReactNode;
}

export function LinkDoor({ page, children, ...frame }: LinkDoorProps) {
  const { t } = useTranslation();
  const [secret] = useState(() => readLinkSecret(page));
  return (
    <Door {...frame}>
      {secret === null ? <NoLinkAlert hint={t('reset.no_link_hint')} /> : children(secret)}
    </Door>
  );
}
