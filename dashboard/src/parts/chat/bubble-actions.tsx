// What a message offers below its text: buttons, a list, a link. Where the user can act as the person (the phone), they
// are buttons; elsewhere they are only shown, but a list still opens so that its rows can be read.

import {
  IconArrowBackUp,
  IconBuildingStore,
  IconCopy,
  IconExternalLink,
  IconForms,
  IconList,
  IconMapPin,
  IconPhone,
  IconShoppingBag,
} from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './bubble-actions.module.css';
import type { ShownAction, ShownRow } from './shown-content.ts';

/** What the person does: presses a button, or chooses a row of a list. */
export type Act = (action: ShownAction, row?: ShownRow) => void;

const pictures = {
  reply: IconArrowBackUp,
  list: IconList,
  link: IconExternalLink,
  call: IconPhone,
  copy: IconCopy,
  flow: IconForms,
  location: IconMapPin,
  product: IconShoppingBag,
  products: IconShoppingBag,
  catalog: IconBuildingStore,
} as const;

interface BubbleActionsProps {
  actions: readonly ShownAction[];
  onAct?: Act | undefined;
}

export function BubbleActions({ actions, onAct }: BubbleActionsProps) {
  if (actions.length === 0) return null;
  return (
    <div className={styles.actions}>
      {actions.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two buttons may be alike while they are written
        <Action key={index} action={action} onAct={onAct} />
      ))}
    </div>
  );
}

function Action({ action, onAct }: { action: ShownAction; onAct: Act | undefined }) {
  if (action.kind === 'list') return <ListAction action={action} onAct={onAct} />;
  if (action.kind === 'link') return <LinkAction action={action} />;
  if (!onAct || action.kind === 'call') return <Words action={action} />;
  return (
    <button type="button" className={styles.action} onClick={() => onAct(action)}>
      <Inside action={action} />
    </button>
  );
}

const Words = ({ action }: { action: ShownAction }) => (
  <span className={styles.action} title={whatItHolds(action)}>
    <Inside action={action} />
  </span>
);

/** The effect of a button that is only shown. */
function whatItHolds(action: ShownAction): string | undefined {
  if (action.kind === 'link') return action.url;
  if (action.kind === 'call') return action.number;
  return action.kind === 'copy' ? action.code : undefined;
}

function Inside({ action }: { action: ShownAction }) {
  const words = useWords(action);
  const Icon = pictures[action.kind];
  return (
    <>
      <Icon size={16} aria-hidden className={action.kind === 'reply' ? 'flip' : ''} />
      <bdi>{words}</bdi>
    </>
  );
}

/** A button that copies a code has no words of its own in an authentication template. */
function useWords(action: ShownAction): string {
  const { t } = useTranslation();
  if (action.kind === 'copy') return action.title || t('chat.action_copy');
  return 'title' in action ? action.title : t(`chat.action_${action.kind}`);
}

/** Opened by a person, in a tab of its own that cannot reach this page. */
function LinkAction({ action }: { action: Extract<ShownAction, { kind: 'link' }> }) {
  if (!/^https?:\/\//.test(action.url)) return <Words action={action} />;
  return (
    <a
      className={styles.action}
      href={action.url}
      title={action.url}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Inside action={action} />
    </a>
  );
}

type List = Extract<ShownAction, { kind: 'list' }>;

function ListAction({ action, onAct }: { action: List; onAct: Act | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles.action}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Inside action={action} />
      </button>
      <div id={id} className={styles.list} hidden={!isOpen}>
        {action.sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids and never move
          <div key={index}>
            {section.title && <bdi className={styles.section}>{section.title}</bdi>}
            {section.rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two ids may be alike while they are written
              <Row key={place} onChoose={onAct && (() => onAct(action, row))}>
                <bdi className={styles.rowTitle}>{row.title}</bdi>
                {row.description && <bdi className={styles.rowDescription}>{row.description}</bdi>}
              </Row>
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

function Row({ onChoose, children }: { onChoose: (() => void) | undefined; children: ReactNode }) {
  if (!onChoose) return <div className={styles.row}>{children}</div>;
  return (
    <button type="button" className={styles.row} onClick={onChoose}>
      {children}
    </button>
  );
}
