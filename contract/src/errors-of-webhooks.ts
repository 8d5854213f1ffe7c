// The part of the catalogue about a customer's webhooks and the deliveries to them.

import { type ErrorEntry, entry } from './error-entry.ts';

export const webhookErrors = {
  webhook_not_found: entry(
    404,
    'No such webhook',
    'The company has no webhook with this id, or it was deleted.',
    'Check the id against the list of webhooks; it starts with `wh_`.',
  ),
  delivery_not_found: entry(
    404,
    'No such delivery',
    'The company has no delivery with this id, or its retention has ended.',
    'Check the id against the list of deliveries; it starts with `dlv_`.',
  ),
  recovery_not_found: entry(
    404,
    'No such recovery',
    'The webhook has no recovery with this id.',
    'Check the id; it is in the answer that started the recovery and starts with `rcv_`.',
  ),
  too_many_webhooks: entry(
    409,
    'The company has too many webhooks',
    'A company can have only so many webhooks; the detail says how many.',
    'Delete webhooks that are no longer used.',
  ),
  recovery_running: entry(
    409,
    'A recovery of this webhook is still running',
    'A webhook has one recovery at a time, so that nothing is sent again twice.',
    'Wait until it is done; the detail names it.',
  ),
  invalid_webhook_url: entry(
    422,
    'The webhook URL cannot be used',
    'It is not a whole http or https URL of at most 2,000 characters, or it carries a user name, a password or a fragment.',
    'Send the full URL, for example `https://erp.example.com/hooks/hudhud`. Receivers check our signature, so no password is needed.',
  ),
  invalid_webhook_header: entry(
    422,
    'A header of the webhook cannot be used',
    'Its name or value cannot be sent, or the gateway sets this header itself.',
    'Remove or correct the header that the pointer names.',
  ),
  secrets_required: entry(
    422,
    'The secrets are needed again',
    'The new address is at another origin, and stored secrets are never sent to an origin that they were not given for.',
    'Send the secrets that the errors name together with the new address. An address at the same origin needs none.',
  ),
  webhook_url_blocked: entry(
    422,
    'The webhook URL leads into a private network',
    'Its host is, or resolves to, an address that is not public: private, loopback, link-local or reserved.',
    'Use a public address. The operator of this gateway can allow a network with WEBHOOK_ALLOWED_NETWORKS.',
  ),
  alert_channel_unavailable: entry(
    409,
    'Alerts cannot be sent this way',
    'No mail server is set up, or there is no number for WhatsApp messages; the detail says which.',
    'Set up what is missing, or choose another way.',
  ),
} as const satisfies Record<string, ErrorEntry>;
