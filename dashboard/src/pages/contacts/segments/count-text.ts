// How many people, in words that say when it is more than was counted.

import type { ContactCount } from '@hudhud/contract/segments.ts';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../../../parts/time/use-time-text.ts';

export function useCountText(): (count: ContactCount) => string {
  const { t } = useTranslation();
  const { number } = useTimeText();
  return ({ count, is_exact }) =>
    t(is_exact ? 'segment.people' : 'segment.more_people', { count, formatted: number(count) });
}
