// The numbers of an account as Twilio lists them, with their webhook.
import type { FastifyInstance } from 'fastify';
import type { BusinessNumber } from '../../account/numbers.ts';
import type { Simulator } from '../../simulator.ts';
import { requireAccount, TwilioFailure } from './authorize.ts';
import { senderSid } from './inbound-form.ts';

const path = '/v2/Channels/Senders';

export function senderRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.get(path, (request) => ({
    senders: requireAccount(simulator, request).map(present),
    meta: { next_page_url: null },
  }));

  app.post(`${path}/:sid`, (request, reply) => {
    const { sid } = request.params as { sid: string };
    const number = requireAccount(simulator, request).find((other) => senderSid(other) === sid);
    if (!number) throw new TwilioFailure(20404);
    const { webhook } = (request.body ?? {}) as { webhook?: { callback_url?: unknown } };
    if (typeof webhook?.callback_url === 'string') {
      simulator.numbers.edit(number.phoneNumberId, { callbackUrl: webhook.callback_url });
    }
    return reply.code(202).send(present(number));
  });
}

function present(number: BusinessNumber): object {
  return {
    sid: senderSid(number),
    status: 'ONLINE',
    sender_id: `whatsapp:+${number.digits}`,
    profile: { name: number.verifiedName },
    webhook: { callback_url: number.callbackUrl, callback_method: 'POST' },
  };
}
