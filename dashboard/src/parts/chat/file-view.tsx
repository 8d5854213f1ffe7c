// The file of a message: a picture that opens, a video, a sound with a player of its own, a document with its name and size, or
// a sticker. A file that is not here says why.

import { Loader } from '@mantine/core';
import {
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileTypeXls,
  IconFileTypeZip,
  IconMapPin,
  IconPhotoOff,
  IconShoppingBag,
  IconWorld,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { byteSize } from '../text/byte-size.ts';
import { AudioPlayer } from './audio-player.tsx';
import styles from './file-view.module.css';
import type { ShownContent, ShownFile } from './shown-content.ts';
import { type FileAddress, useFileAddress, useFileFacts } from './use-file.ts';

// With it comes the dialog, which a chat without an opened picture does not need.
const PictureViewer = lazy(async () => ({
  default: (await import('./picture-viewer.tsx')).PictureViewer,
}));

export function FileView({ file, caption }: { file: ShownFile; caption?: string | undefined }) {
  const address = useFileAddress(file.place);
  if (file.kind === 'document') return <Document file={file} address={address} />;
  if (address.kind !== 'ready') return <NoFile file={file} address={address} />;
  switch (file.kind) {
    case 'image':
      return <Picture url={address.url} filename={file.filename} caption={caption} />;
    case 'sticker':
      return <Sticker url={address.url} />;
    case 'video':
      return <Video url={address.url} />;
    case 'audio':
      return <AudioPlayer url={address.url} isVoice={file.isVoice ?? false} />;
  }
}

interface PictureProps {
  url: string;
  filename: string | undefined;
  caption: string | undefined;
}

function Picture({ url, filename, caption }: PictureProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <Broken />;
  const name = caption ?? filename ?? t('chat.image');
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={t('chat.open_picture', { name })}
        onClick={() => setIsOpen(true)}
      >
        <img src={url} alt="" onError={() => setIsBroken(true)} />
      </button>
      {isOpen && (
        <Suspense>
          <PictureViewer url={url} name={name} filename={filename} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Broken() {
  const { t } = useTranslation();
  return (
    <div className={styles.none}>
      <IconPhotoOff size={20} aria-hidden />
      <span>{t('chat.broken_picture')}</span>
    </div>
  );
}

function Sticker({ url }: { url: string }) {
  const { t } = useTranslation();
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return <Broken />;
  return (
    <img className={styles.sticker} src={url} alt={t('chat.sticker')} onError={() => setIsBroken(true)} />
  );
}

function Video({ url }: { url: string }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useMediaCaption: people send videos without captions
    <video
      className={styles.video}
      src={url}
      controls
      preload="metadata"
      playsInline
      aria-label={t('chat.video')}
    />
  );
}

/** A file that cannot be shown: it is being fetched, it is gone, or it lies at an address that the page does not ask. */
function NoFile({ file, address }: { file: ShownFile; address: Exclude<FileAddress, { kind: 'ready' }> }) {
  const { t } = useTranslation();
  return (
    <div className={styles.none} data-kind={file.kind}>
      {address.kind === 'loading' && <Loader size="xs" color="gray" />}
      {address.kind === 'elsewhere' && <IconWorld size={20} aria-hidden />}
      {address.kind === 'missing' && <IconPhotoOff size={20} aria-hidden />}
      <span>
        <strong>{t(`chat.${file.kind}`)}</strong>
        <br />
        {address.kind === 'elsewhere' && <bdi dir="ltr">{hostOf(address.url)}</bdi>}
        {address.kind === 'loading' && t('chat.file_fetching')}
        {address.kind === 'missing' && t(`chat.file_${address.reason}`)}
      </span>
    </div>
  );
}

/** Where a template will show a place or a product. */
export function FileSlot({ slot }: { slot: NonNullable<ShownContent['slot']> }) {
  const { t } = useTranslation();
  const Icon = slot === 'location' ? IconMapPin : IconShoppingBag;
  return (
    <div className={styles.none}>
      <Icon size={20} aria-hidden />
      <strong>{t(`message_type.${slot}`)}</strong>
    </div>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

const pictures = [
  [/pdf/, IconFileTypePdf],
  [/sheet|excel|csv/, IconFileTypeXls],
  [/zip|compressed/, IconFileTypeZip],
  [/text|word|document/, IconFileText],
] as const;

function Document({ file, address }: { file: ShownFile; address: FileAddress }) {
  const { t } = useTranslation();
  const { filename, bytes, mimeType = '' } = useFileFacts(file);
  const Icon = pictures.find(([type]) => type.test(mimeType))?.[1] ?? IconFile;
  const name = filename ?? t('chat.document');
  const facts = [
    ...(name.includes('.') ? [name.split('.').at(-1)?.toUpperCase()] : []),
    ...(bytes === undefined ? [] : [byteSize(bytes)]),
    ...(address.kind === 'missing' ? [t(`chat.file_${address.reason}`)] : []),
    ...(address.kind === 'elsewhere' ? [hostOf(address.url)] : []),
  ];
  const inside = (
    <>
      <Icon size={30} stroke={1.4} className={styles.icon as string} aria-hidden />
      <span className={styles.names}>
        <bdi className={styles.filename}>{name}</bdi>
        {facts.length > 0 && (
          <span className={styles.facts}>
            <bdi>{facts.map((fact) => `\u2068${fact}\u2069`).join(' · ')}</bdi>
          </span>
        )}
      </span>
    </>
  );
  if (address.kind !== 'ready') return <div className={styles.document}>{inside}</div>;
  return (
    <a
      className={styles.document}
      href={address.url}
      download={name}
      aria-label={t('chat.save_document', { name })}
    >
      {inside}
    </a>
  );
}
