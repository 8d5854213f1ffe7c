// `POST /{phone_number_id}/messages` without node:http and Fastify, for a simulator that has a process of its own: half
// of what a message cost there (190 us) was theirs. A connection is served here for as long as it asks for plain
// messages. With the first request that is anything else it goes over to Fastify for good, together with the bytes of
// that request, so whatever is refused is refused by Fastify.
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { BusinessNumber } from '../account/numbers.ts';
import type { Simulator } from '../create-simulator.ts';
import type { Reception } from '../message/reception.ts';
import { type Answerer, answerReception } from './answer-reception.ts';
import { bearerToken, usableNumber } from './authorize.ts';
import { answerToFailure } from './cloud-routes.ts';
import { type MessagePost, readMessagePost } from './read-message-post.ts';

interface Front {
  simulator: Simulator;
  http: Server;
  serveByFastify: (socket: Socket) => void;
  connections: Set<Connection>;
}

interface Connection {
  socket: Socket;
  /** Read, and not yet served. */
  bytes: Buffer;
  /** An answer is owed; what is asked for in the meantime waits for it. */
  isHeld: boolean;
  stopListening: () => void;
}

/** Listens as `server.listen` does, with the front before it; `server.close` closes both. */
export function listenWithFront(
  server: FastifyInstance,
  simulator: Simulator,
  where: { port: number; host: string },
): Promise<string> {
  const http = server.server;
  const listeners = http.listeners('connection');
  const serveByFastify = (socket: Socket) => {
    for (const listener of listeners) listener.call(http, socket);
  };
  const front: Front = { simulator, http, serveByFastify, connections: new Set() };
  let serve = (socket: Socket) => serveMessages(front, socket);
  http.removeAllListeners('connection').on('connection', (socket) => serve(socket));
  server.addHook('preClose', async () => {
    // Fastify knows what to tell those who come while it closes.
    serve = serveByFastify;
    for (const connection of front.connections) {
      if (connection.isHeld) connection.socket.destroy();
      else letGo(front, connection);
    }
  });
  return server.listen(where);
}

function serveMessages(front: Front, socket: Socket): void {
  const listeners: Record<string, (chunk: Buffer) => void> = {
    data(chunk) {
      const { bytes, isHeld } = connection;
      connection.bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      if (isHeld) socket.pause();
      else readOn(front, connection);
    },
    end() {
      if (connection.isHeld || connection.bytes.length === 0) return void socket.end();
      handOver(front, connection);
      socket.emit('end');
    },
    timeout() {
      if (!connection.isHeld) letGo(front, connection);
    },
    // The close that follows is all there is to know.
    error() {},
    close() {
      front.connections.delete(connection);
    },
  };
  const stopListening = () => {
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
  };
  const connection: Connection = { socket, bytes: Buffer.alloc(0), isHeld: false, stopListening };
  front.connections.add(connection);
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  // Node adds a second too: a client that uses the connection at the last moment must not find it closed.
  socket.setTimeout(front.http.keepAliveTimeout + 1000);
}

function readOn(front: Front, connection: Connection): void {
  const { socket } = connection;
  while (connection.bytes.length > 0 && !connection.isHeld && socket.writable) {
    const post = readMessagePost(connection.bytes);
    if (post.kind === 'incomplete') return;
    const number = numberOf(front.simulator, post);
    // A client that does not take its answers is slowed down by node:http.
    if (post.kind === 'other' || !number || socket.writableNeedDrain) {
      handOver(front, connection);
      return;
    }
    connection.bytes = connection.bytes.subarray(post.length);
    receive(front, connection, number, post.body);
  }
}

function numberOf(simulator: Simulator, post: MessagePost): BusinessNumber | null {
  if (post.kind !== 'message') return null;
  return usableNumber(simulator, bearerToken(post.authorization) ?? '', post.phoneNumberId);
}

function receive(front: Front, connection: Connection, number: BusinessNumber, message: unknown): void {
  let reception: Reception;
  try {
    reception = front.simulator.receiveMessage(number, message);
  } catch (error) {
    const { status, traceId, body } = answerToFailure(error as Error);
    connection.socket.write(httpAnswer(front.http, status, body, `x-fb-trace-id: ${traceId}\r\n`));
    return;
  }
  answerReception(front.simulator, reception, answererOf(front, connection));
}

function answererOf(front: Front, connection: Connection): Answerer {
  const { socket } = connection;
  return {
    send(status, body) {
      if (socket.writable) socket.write(httpAnswer(front.http, status, body));
      if (!connection.isHeld) return;
      connection.isHeld = false;
      socket.resume();
      readOn(front, connection);
    },
    reset: () => void socket.resetAndDestroy(),
    hold() {
      connection.isHeld = true;
    },
  };
}

function handOver({ serveByFastify, connections }: Front, connection: Connection): void {
  const { socket, bytes, stopListening } = connection;
  connections.delete(connection);
  stopListening();
  socket.setTimeout(0);
  serveByFastify(socket);
  // As if they came only now; `unshift` is refused once the client has ended.
  socket.emit('data', bytes);
}

/** Of a connection on which nothing is owed; half a request is for Fastify to refuse. */
function letGo(front: Front, connection: Connection): void {
  if (connection.bytes.length > 0) handOver(front, connection);
  else connection.socket.destroySoon();
}

function httpAnswer({ keepAliveTimeout }: Server, status: number, body: string, moreHeaders = ''): string {
  const type = body === '' ? '' : 'content-type: application/json; charset=UTF-8\r\n';
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${moreHeaders}${type}` +
    `content-length: ${Buffer.byteLength(body)}\r\nDate: ${dateNow()}\r\n` +
    `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n\r\n${body}`
  );
}

let dateSecond = 0;
let dateText = '';

/** Written once a second, as node:http does. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date().toUTCString();
  }
  return dateText;
}
