// The name of an event in the reader's language; its own word when this build does not know it.

import type { EventType } from '@hudhud/contract/events.ts';
import { useTranslation } from 'react-i18next';
import { allEvents } from './event-types.ts';

const isKnown = (event: string): event is EventType => allEvents.includes(event as EventType);

export function useEventName(): (event: string) => string {
  const { t } = useTranslation();
  return (event) => (isKnown(event) ? t(`event.${event}`) : event);
}
