// What a message carries so that its statuses find it again, by the way that its provider declares.

import type { Correlation, OutgoingMessage } from './provider.ts';

/** The name under which the echo stands in the query of a message's own callback address. */
export const echoParameter = 'echo';

export interface MessageNames {
  /** Our public id: the same in every attempt. */
  readonly id: string;
  /** The id and the attempt. */
  readonly echo: string;
  /** The callback address of the sender; asked for only where it is needed. */
  readonly callbackUrl: () => string;
}

export const correlate = (
  correlation: Correlation,
  { id, echo, callbackUrl }: MessageNames,
): Pick<OutgoingMessage, 'echo' | 'callbackUrl' | 'clientId'> => {
  switch (correlation.kind) {
    case 'callback_url':
      return { echo, callbackUrl: `${callbackUrl()}?${echoParameter}=${encodeURIComponent(echo)}` };
    case 'client_id':
      return { echo, clientId: id };
    case 'echo':
    case 'none':
      return { echo };
  }
};
