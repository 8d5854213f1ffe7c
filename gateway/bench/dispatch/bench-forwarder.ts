// The least that could stand between a company's system and the provider: a route that takes a send request, calls the
// provider and answers. It checks nothing, stores nothing, and knows nothing of what became of the message.

import Fastify from 'fastify';
import { Pool } from 'undici';
import { sayHello } from '../say-hello.ts';
import { directHeaders, directPath } from '../stage/simulator.ts';

interface SendBody {
  readonly to: string;
  readonly message: string;
}

const pool = new Pool(process.env.BENCH_SIMULATOR ?? '', { connections: 256, pipelining: 1 });
const headers = { ...directHeaders, 'content-type': 'application/json' };
const server = Fastify();

server.post<{ Body: SendBody }>('/send', async (request, reply) => {
  const body = JSON.stringify({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: request.body.to,
    type: 'text',
    text: { body: request.body.message },
  });
  const answer = await pool.request({ method: 'POST', path: directPath, headers, body });
  const taken = (await answer.body.json()) as { messages: [{ id: string }] };
  return reply.send({
    status: 'sent',
    message_id: taken.messages[0].id,
    timestamp: new Date().toISOString(),
  });
});

const address = await server.listen({ port: 0, host: '127.0.0.1' });
sayHello({ address }, async () => undefined);
