// The text that is signed and sent for an event.

import { toPayload } from '../../events/to-payload.ts';
import type { ToldEvent } from '../../events/told-event.ts';
import { describeIncoming } from '../../providers/describe-incoming.ts';

/** With the time zone of its company. */
export const bodyOf = (event: ToldEvent & { readonly timezone: string }): string =>
  JSON.stringify(toPayload(event, describeIncoming));
