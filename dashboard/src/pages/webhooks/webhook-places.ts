// The addresses of webhooks, and which of them is open.

import { useParams } from '@tanstack/react-router';
import { usePlaces } from '../../parts/page/places.ts';

export const useWebhookPlaces = () => usePlaces('outgoing-webhooks', '/webhooks');

/** Of the webhook that the address names. */
export const useWebhookId = (): string => useParams({ strict: false }).webhookId ?? '';
