// The addresses of webhooks, and which of them is open.

import { useParams } from '@tanstack/react-router';
import { usePlaces } from '../../parts/page/places.ts';

export const useWebhookPlaces = () => usePlaces('outgoing-webhooks', '/webhooks');

/** The id of the webhook in the page's address. */
export const useWebhookId = (): string => useParams({ strict: false }).webhookId ?? '';
