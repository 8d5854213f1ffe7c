// Gives every company of a stage two webhooks, by the API as a customer would: one that gets every event, one that gets
// only that a message was read. With three statuses that makes four deliveries a message.

import type { Stage } from '../stage/stage.ts';
import type { Sink } from './start-sink.ts';

export const webhooksPerCompany = 2;
export const deliveriesPerMessage = 4;

const wishes = [{}, { events: ['message_status'], statuses: ['read'] }] as const;

export const openWebhooks = async (stage: Stage, sink: Sink): Promise<void> => {
  const { host, port } = stage.target;
  for (const [index, { companyId, token }] of stage.companies.entries()) {
    for (const [place, wish] of wishes.entries()) {
      const url = sink.urls[index * webhooksPerCompany + place];
      const answer = await fetch(`http://${host}:${port}/api/v1/webhooks`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'x-company-id': companyId,
        },
        body: JSON.stringify({ url, ...wish }),
      });
      if (answer.status !== 201) throw new Error(`A webhook was refused: ${await answer.text()}`);
    }
  }
};
