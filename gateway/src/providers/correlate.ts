// The correlation data that a message carries so that its statuses find it again, in the way its provider declares.

import type { Correlation, OutgoingMessage, Provider } from './provider.ts';

/** The name under which the echo stands in the query of a message's own callback address. */
export const echoParameter = 'echo';

export interface MessageNames {
  /** Our public id and the attempt. */
  readonly echo: string;
  /** The id under which an earlier attempt may have been accepted; null when none may. */
  readonly clientId?: string | null;
  /** The callback address of the sender; asked for only where it is needed. */
  readonly callbackUrl: () => string;
}

export const correlate = (
  correlation: Correlation,
  { echo, clientId, callbackUrl }: MessageNames,
): Pick<OutgoingMessage, 'echo' | 'callbackUrl' | 'clientId'> => {
  switch (correlation.kind) {
    case 'callback_url':
      return { echo, callbackUrl: `${callbackUrl()}?${echoParameter}=${encodeURIComponent(echo)}` };
    case 'client_id':
      return { echo, clientId: clientId ?? echo };
    case 'echo':
    case 'none':
      return { echo };
  }
};

/** A second message under the same id is refused, so an unknown outcome is safe to repeat. */
export const refusesRepetition = ({ correlation }: Pick<Provider, 'correlation'>): boolean =>
  correlation.kind === 'client_id' && correlation.refusesRepetition;
