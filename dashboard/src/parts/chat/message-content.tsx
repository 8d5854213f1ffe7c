// All parts of a message, from top to bottom: what it is and what it says, and below the time what can be done with it.

import {
  IconAd2,
  IconArrowForwardUp,
  IconInfoCircle,
  IconMessageOff,
  IconShoppingBag,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../text/left-to-right.tsx';
import { type Act, BubbleActions } from './bubble-actions.tsx';
import { ContactCards } from './contact-cards.tsx';
import { FileSlot, FileView } from './file-view.tsx';
import styles from './message-content.module.css';
import { PlaceTile } from './place-tile.tsx';
import type { ShownContent, ShownNote, ShownOrderItem, ShownProducts } from './shown-content.ts';

export function MessageBody({ content }: { content: ShownContent }) {
  const { title, file, place, cards, text, footer, order, products } = content;
  return (
    <>
      <Origin content={content} />
      {file && <FileView file={file} caption={text} />}
      {content.slot && <FileSlot slot={content.slot} />}
      {title && <bdi className={styles.title}>{title}</bdi>}
      {place && <PlaceTile place={place} />}
      {cards && <ContactCards cards={cards} />}
      <Choice content={content} />
      {content.reaction !== undefined && <Reaction emoji={content.reaction} />}
      {text && (
        <div dir="auto" className={styles.text}>
          <FormattedText text={text} />
        </div>
      )}
      {products && <Products products={products} />}
      {order && <Order items={order} />}
      {footer && <bdi className={styles.footer}>{footer}</bdi>}
      {content.note && <Note note={content.note} raw={content.raw} />}
    </>
  );
}

interface MessageOffersProps {
  content: ShownContent;
  onAct?: Act | undefined;
}

export function MessageOffers({ content: { actions, carousel }, onAct }: MessageOffersProps) {
  return (
    <>
      <BubbleActions actions={actions} onAct={onAct} />
      {carousel && <Carousel cards={carousel} onAct={onAct} />}
    </>
  );
}

/** Where it comes from: forwarded, or begun from an advertisement. */
function Origin({ content: { isForwarded, referral } }: { content: ShownContent }) {
  const { t } = useTranslation();
  return (
    <>
      {isForwarded && (
        <span className={styles.origin}>
          <IconArrowForwardUp size={14} className="flip" aria-hidden />
          {t('chat.forwarded')}
        </span>
      )}
      {referral && (
        <div className={styles.inset}>
          <span className={styles.origin}>
            <IconAd2 size={14} aria-hidden />
            {t('chat.from_ad')}
          </span>
          {referral.headline && <bdi className={styles.strong}>{referral.headline}</bdi>}
          {referral.body && <bdi>{referral.body}</bdi>}
        </div>
      )}
    </>
  );
}

function Choice({ content: { choice } }: { content: ShownContent }) {
  const { t } = useTranslation();
  if (!choice) return null;
  return (
    <div className={styles.choice}>
      <span className={styles.faint}>{t(`chat.chose_${choice.kind}`)}</span>
      <bdi className={styles.strong}>{choice.title === '' ? t('chat.form_sent') : choice.title}</bdi>
      {choice.description && <bdi className={styles.faint}>{choice.description}</bdi>}
    </div>
  );
}

function Reaction({ emoji }: { emoji: string }) {
  const { t } = useTranslation();
  if (emoji === '') return <em className={styles.faint}>{t('chat.reaction_removed')}</em>;
  return (
    <span className={styles.reaction}>
      <span className="visually-hidden">{t('chat.reaction')}</span>
      {emoji}
    </span>
  );
}

function Products({ products }: { products: ShownProducts }) {
  return (
    <div className={styles.inset}>
      {products.sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids and never move
        <div key={index}>
          {section.title && <bdi className={styles.strong}>{section.title}</bdi>}
          {section.ids.map((id, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two ids may be alike while they are written
            <div key={place} className={styles.product}>
              <IconShoppingBag size={16} aria-hidden />
              <LeftToRight mono>{id}</LeftToRight>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Order({ items }: { items: readonly ShownOrderItem[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.inset}>
      <bdi className={styles.strong}>{t('chat.order')}</bdi>
      {items.map(({ id, quantity, price, currency }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be ordered twice
        <div key={index} className={styles.product}>
          <IconShoppingBag size={16} aria-hidden />
          <LeftToRight mono>{id}</LeftToRight>
          <LeftToRight>
            {quantity ?? 1} × {price !== undefined && `${price} ${currency ?? ''}`}
          </LeftToRight>
        </div>
      ))}
    </div>
  );
}

function Note({ note, raw }: { note: ShownNote; raw: unknown }) {
  const { t } = useTranslation();
  const Icon = note === 'deleted' ? IconMessageOff : IconInfoCircle;
  return (
    <div className={styles.note}>
      <Icon size={16} aria-hidden />
      <div>
        <em>{t(`chat.note_${note}`)}</em>
        {raw !== undefined && (
          <details>
            <summary>{t('chat.raw')}</summary>
            <pre className={styles.raw}>{JSON.stringify(raw, null, 2)}</pre>
          </details>
        )}
      </div>
    </div>
  );
}

function Carousel({ cards, onAct }: { cards: readonly ShownContent[]; onAct: Act | undefined }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.carousel} tabIndex={0} aria-label={t('chat.carousel')}>
      {cards.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no ids and never move
        <div key={index} className={styles.slide}>
          <MessageBody content={card} />
          <MessageOffers content={card} onAct={onAct} />
        </div>
      ))}
    </section>
  );
}

/** WhatsApp's own marks, shown as WhatsApp shows them: *bold*, _italic_ and ~struck out~. */
const marks = /(\*[^*\n]+\*|_[^_\n]+_|~[^~\n]+~)/;

function FormattedText({ text }: { text: string }): ReactNode {
  return text.split(marks).map((piece, index) => {
    const inside = piece.slice(1, -1);
    const key = `${index}${piece}`;
    if (!marks.test(piece)) return piece;
    if (piece.startsWith('*')) return <strong key={key}>{inside}</strong>;
    return piece.startsWith('_') ? <em key={key}>{inside}</em> : <s key={key}>{inside}</s>;
  });
}
