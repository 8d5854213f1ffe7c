// A template as its reader sees it: header, text, footer, buttons and cards. It shows what it is given and works out nothing.

import type { RenderedTemplate } from '@hudhud/contract/template-rendering.ts';
import {
  IconArrowBackUp,
  IconCopy,
  IconExternalLink,
  IconFile,
  IconFileText,
  IconListDetails,
  IconMapPin,
  IconPhone,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormattedText } from '../chat/formatted-text.tsx';
import styles from './template-preview.module.css';

type Part = Pick<RenderedTemplate, 'header' | 'body' | 'buttons'>;

const headerIcons = {
  image: IconPhoto,
  video: IconVideo,
  gif: IconVideo,
  document: IconFileText,
  location: IconMapPin,
} as const;

const buttonIcons = {
  quick_reply: IconArrowBackUp,
  url: IconExternalLink,
  phone_number: IconPhone,
  copy_code: IconCopy,
  otp: IconCopy,
} as const;

const pictureOf = <Icon,>(icons: Readonly<Record<string, Icon>>, type: string, other: Icon): Icon =>
  icons[type] ?? other;

interface TemplateBubbleProps {
  rendered: RenderedTemplate;
  /** A quick reply was pressed; left out: buttons only show what they are. */
  onTap?: (button: RenderedTemplate['buttons'][number]) => void;
}

export function TemplateBubble({ rendered, onTap }: TemplateBubbleProps) {
  return (
    <div>
      <div className={styles.bubble}>
        <PartOfTemplate part={rendered} footer={rendered.footer} offer={rendered.offer} onTap={onTap} />
      </div>
      {rendered.cards && (
        <div className={styles.cards}>
          {rendered.cards.map((card, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name, and never change places
            <div key={index} className={`${styles.bubble} ${styles.card}`}>
              <PartOfTemplate part={card} footer={null} onTap={onTap} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

interface PartProps {
  part: Part;
  footer: string | null;
  offer?: string | undefined;
  onTap: TemplateBubbleProps['onTap'];
}

function PartOfTemplate({ part, footer, offer, onTap }: PartProps) {
  const { t } = useTranslation();
  const { header, body, buttons } = part;
  return (
    <>
      {header && header.type !== 'text' && <FileHeader type={header.type} />}
      <div className={styles.words} dir="auto">
        {offer !== undefined && <div className={styles.header}>{offer}</div>}
        {header?.type === 'text' && <div className={styles.header}>{header.text}</div>}
        <FormattedText text={body} />
        {footer !== null && <div className={styles.footer}>{footer}</div>}
      </div>
      {buttons.map((button, index) => {
        const Icon = pictureOf(buttonIcons, button.type, IconListDetails);
        const words = button.text || t('template_preview.copy_code');
        const canTap = onTap !== undefined && button.type === 'quick_reply';
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: two buttons may say the same, and never change places
            key={index}
            type="button"
            className={styles.button}
            disabled={!canTap}
            title={button.value}
            onClick={() => onTap?.(button)}
          >
            <Icon size={16} aria-hidden />
            <bdi>{words}</bdi>
          </button>
        );
      })}
    </>
  );
}

function FileHeader({ type }: { type: string }) {
  const { t } = useTranslation();
  const Icon = pictureOf(headerIcons, type, IconFile);
  const words: Readonly<Record<string, string>> = {
    image: t('template_header.image'),
    video: t('template_header.video'),
    gif: t('template_header.video'),
    document: t('template_header.document'),
    location: t('template_header.location'),
    product: t('template_header.product'),
  };
  return (
    <div className={styles.file}>
      <Icon size={28} stroke={1.5} aria-hidden />
      {words[type] ?? type}
    </div>
  );
}
