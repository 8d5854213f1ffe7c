// The addresses of senders, and which of them is open.

import { useParams } from '@tanstack/react-router';
import { usePlaces } from '../../parts/page/places.ts';

export const useSenderPlaces = () => usePlaces('senders', '/senders');

/** Of the sender that the address names. */
export const useSenderId = (): string => useParams({ strict: false }).senderId ?? '';
