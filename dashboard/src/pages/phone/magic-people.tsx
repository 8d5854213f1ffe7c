// The people who make things go wrong: choose one, send, and see what Hudhud makes of it.

import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { type MagicNumber, magicNumbersQuery } from '../../queries/simulator.ts';
import styles from './magic-people.module.css';

/** What a magic number does, in the reader's language; the simulator's own words for one that is newer than this build. */
export function useMagicText(): (magic: MagicNumber) => { title: string; happens: string } {
  const { t } = useTranslation();
  return ({ number, name, happens }) => {
    const key = number.slice(1);
    if (!i18next.exists(`magic.${key}.title`)) return { title: name.replaceAll('_', ' '), happens };
    const known = key as '15550130429';
    return { title: t(`magic.${known}.title`), happens: t(`magic.${known}.happens`) };
  };
}

interface MagicPeopleProps {
  person: string;
  onChoose: (person: string) => void;
}

export function MagicPeople({ person, onChoose }: MagicPeopleProps) {
  const { t } = useTranslation();
  const query = useQuery(magicNumbersQuery);
  return (
    <Panel title={t('phone_page.magic')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('phone_page.magic_hint')}
      </Text>
      {query.isPending && <Skeleton height={200} />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      <ul className={styles.list}>
        {query.data?.map((magic) => (
          <li key={magic.number}>
            <MagicPerson
              magic={magic}
              isChosen={magic.number === person}
              onChoose={() => onChoose(magic.number)}
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface MagicPersonProps {
  magic: MagicNumber;
  isChosen: boolean;
  onChoose: () => void;
}

function MagicPerson({ magic, isChosen, onChoose }: MagicPersonProps) {
  const { title, happens } = useMagicText()(magic);
  return (
    <button type="button" className={styles.magic} aria-pressed={isChosen} onClick={onChoose}>
      <span className={styles.top}>
        <span className={styles.title}>{title}</span>
        <bdi dir="ltr" className={styles.number}>
          {magic.number}
        </bdi>
      </span>
      <span className={styles.happens}>{happens}</span>
    </button>
  );
}
