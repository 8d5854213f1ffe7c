// The addresses of senders: within the company's Edit page when one is there, else those of the short cut.

import { useParams } from '@tanstack/react-router';
import { type Places, placesUnder } from '../../parts/page/places.ts';

export function useSenderPlaces(): Places {
  const { companyId } = useParams({ strict: false });
  return placesUnder(companyId ? `/companies/${companyId}/edit/senders` : '/senders');
}

/** Of the sender that the address names. */
export const useSenderId = (): string => useParams({ strict: false }).senderId ?? '';
