// What can be done about one person: write, change, opt out or in, merge, delete, forget.

import type { Contact } from '@hudhud/contract/contacts.ts';
import { ActionIcon, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArrowMerge,
  IconDots,
  IconEraser,
  IconMessages,
  IconPencil,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RouteButton, RouteLink } from '../../parts/page/route-link.tsx';
import { useMay } from '../../queries/account.ts';
import { ConsentButton } from './consent-button.tsx';
import { DeleteContact } from './delete-contact.tsx';
import { EraseContact } from './erase-contact.tsx';
import { MergeContact } from './merge/merge-contact.tsx';

export function ContactActions({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const mayChange = useMay('operator');
  if (!mayChange) return null;
  return (
    <Group gap="sm">
      {contact.consent.state !== 'opted_out' && contact.phone_number !== '' && (
        <RouteButton
          to="/send"
          search={{ to: contact.phone_number }}
          leftSection={<IconSend size={16} className="flip" />}
        >
          {t('contact.write')}
        </RouteButton>
      )}
      <RouteButton
        to="/contacts/$contactId/edit"
        params={{ contactId: contact.id }}
        search={true}
        variant="default"
        leftSection={<IconPencil size={16} />}
      >
        {t('action.edit')}
      </RouteButton>
      <ConsentButton contact={contact} />
      <More contact={contact} />
    </Group>
  );
}

function More({ contact }: { contact: Contact }) {
  const { t } = useTranslation();
  const mayErase = useMay('admin');
  const { phone_number: phoneNumber } = contact;
  const [isMerging, merging] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const [isErasing, erasing] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('contact.more')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {phoneNumber !== null && (
            <Menu.Item
              leftSection={<IconMessages size={16} />}
              renderRoot={(props) => (
                <RouteLink
                  to="/messages"
                  search={{ phone_number: phoneNumber }}
                  underline="never"
                  {...props}
                />
              )}
            >
              {t('contact.all_messages')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={merging.open}>
            {t('contact_merge.button')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={deleting.open}>
            {t('contact_delete.button')}
          </Menu.Item>
          {mayErase && (
            <Menu.Item
              leftSection={<IconEraser size={16} />}
              color="var(--mantine-color-error)"
              onClick={erasing.open}
            >
              {t('contact_erase.button')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <MergeContact contact={contact} isOpen={isMerging} onClose={merging.close} />
      <DeleteContact contact={contact} isOpen={isDeleting} onClose={deleting.close} />
      <EraseContact contact={contact} isOpen={isErasing} onClose={erasing.close} />
    </>
  );
}
