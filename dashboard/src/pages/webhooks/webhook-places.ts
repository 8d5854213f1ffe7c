// The addresses of webhooks: within the company's Edit page when one is there, else those of the short cut.

import { useParams } from '@tanstack/react-router';
import { type Places, placesUnder } from '../../parts/page/places.ts';

export function useWebhookPlaces(): Places {
  const { companyId } = useParams({ strict: false });
  return placesUnder(companyId ? `/companies/${companyId}/edit/outgoing-webhooks` : '/webhooks');
}

/** Of the webhook that the address names. */
export const useWebhookId = (): string => useParams({ strict: false }).webhookId ?? '';
