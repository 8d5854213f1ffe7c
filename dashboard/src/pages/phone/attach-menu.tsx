// What a person can send besides words: files from this computer, a place, a contact.

import { ActionIcon, Menu } from '@mantine/core';
import {
  IconFile,
  IconMapPin,
  IconMicrophone,
  IconMusic,
  IconPhoto,
  IconPlus,
  IconSticker,
  IconUser,
  IconVideo,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonMessage } from '../../queries/simulator.ts';
import { ContactDialog } from './contact-dialog.tsx';
import { type AttachedKind, acceptOf, messageOfFile, overLimit } from './read-attachment.ts';

const choices = [
  ['image', IconPhoto],
  ['video', IconVideo],
  ['voice', IconMicrophone],
  ['audio', IconMusic],
  ['document', IconFile],
  ['sticker', IconSticker],
] as const;

interface AttachMenuProps {
  onSend: (message: PersonMessage) => void;
  onSharePlace: () => void;
  onProblem: (problem: string | null) => void;
}

export function AttachMenu({ onSend, onSharePlace, onProblem }: AttachMenuProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<AttachedKind>('image');
  const [isContact, setIsContact] = useState(false);
  const choose = (chosen: AttachedKind) => {
    setKind(chosen);
    onProblem(null);
    if (!input.current) return;
    // Not by a property of the element: it has to be there before the choice opens, and React draws later.
    input.current.accept = acceptOf(chosen);
    input.current.click();
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const tooBig = overLimit(kind, file);
    if (tooBig) onProblem(t('phone_page.file_too_big', tooBig));
    else onSend(await messageOfFile(kind, file));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('phone_page.attached_file')}
        data-kind={kind}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} radius="xl" aria-label={t('phone_page.attach')}>
            <IconPlus size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map(([name, Icon]) => (
            <Menu.Item key={name} leftSection={<Icon size={16} />} onClick={() => choose(name)}>
              {t(`chat.${name}`)}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconMapPin size={16} />} onClick={onSharePlace}>
            {t('chat.location')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUser size={16} />} onClick={() => setIsContact(true)}>
            {t('chat.contacts')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isContact && <ContactDialog onClose={() => setIsContact(false)} onSend={onSend} />}
    </>
  );
}
