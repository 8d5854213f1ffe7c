// Contact cards: who it is and how to reach them.

import { Avatar } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../text/left-to-right.tsx';
import styles from './message-content.module.css';
import type { ShownCard } from './shown-content.ts';

/** A card that lists hundreds is a mistake, or an attack on the reader's patience. */
const shownMax = 10;

export function ContactCards({ cards }: { cards: readonly ShownCard[] }) {
  const { t } = useTranslation();
  const left = cards.length - shownMax;
  return (
    <div className={styles.cards}>
      {cards.slice(0, shownMax).map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no ids and never move
        <Card key={index} card={card} />
      ))}
      {left > 0 && <span className={styles.faint}>{t('chat.more_cards', { count: left })}</span>}
    </div>
  );
}

function Card({ card }: { card: ShownCard }) {
  const { t } = useTranslation();
  const name = card.name === '' ? t('chat.contacts') : card.name;
  return (
    <div className={styles.card}>
      <Avatar name={name} color="cinnamon" radius="xl" size={38} aria-hidden />
      <div className={styles.cardLines}>
        <bdi className={styles.strong}>{name}</bdi>
        {card.organization && <bdi className={styles.faint}>{card.organization}</bdi>}
        {[...card.phones, ...card.emails, ...card.urls].map((line) => (
          <LeftToRight key={line}>{line}</LeftToRight>
        ))}
        {card.addresses.map((line) => (
          <bdi key={line}>{line}</bdi>
        ))}
        {card.birthday && (
          <span className={styles.faint}>
            {t('chat.birthday')} <LeftToRight>{card.birthday}</LeftToRight>
          </span>
        )}
      </div>
    </div>
  );
}
