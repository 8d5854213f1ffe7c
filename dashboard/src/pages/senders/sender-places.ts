// The addresses of senders, and which of them is open.

import { useParams } from '@tanstack/react-router';
import { usePlaces } from '../../parts/page/places.ts';

export const useSenderPlaces = () => usePlaces('senders', '/senders');

/** The id of the sender in the page's address. */
export const useSenderId = (): string => useParams({ strict: false }).senderId ?? '';
