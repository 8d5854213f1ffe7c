// The receivers of the webhook benchmark, in a process of their own: as many ports as are asked for, each a customer. They
// cost as little as they can, because they share two cores with what is measured. Messages of the parent steer them.

import { createServer, type Socket } from 'node:net';

export type Temper = 'good' | 'dead' | 'slow' | 'drip';

const answer = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
const headEnd = Buffer.from('\r\n\r\n');
const slowMilliseconds = 5_000;
const dripMilliseconds = 200;

const tempers: Temper[] = [];
const counts: number[] = [];

/** Length of the first whole request in the bytes, or 0 while it is incomplete. */
const requestLength = (bytes: Buffer): number => {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return 0;
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1];
  const total = end + 4 + Number(length ?? 0);
  return bytes.length >= total ? total : 0;
};

const drip = (socket: Socket): void => {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
  const timer = setInterval(() => socket.write('.'), dripMilliseconds);
  socket.once('close', () => clearInterval(timer));
};

const respond = (socket: Socket, index: number): void => {
  counts[index] = (counts[index] ?? 0) + 1;
  const temper = tempers[index] ?? 'good';
  if (temper === 'good') socket.write(answer);
  if (temper === 'slow') setTimeout(() => socket.destroyed || socket.write(answer), slowMilliseconds);
  if (temper === 'drip') drip(socket);
};

const listen = (index: number): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer({ noDelay: true }, (socket) => {
      let pending: Buffer = Buffer.alloc(0);
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk: Buffer) => {
        pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
        for (let length = requestLength(pending); length > 0; length = requestLength(pending)) {
          pending = pending.subarray(length);
          respond(socket, index);
        }
      });
    });
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });

process.on('message', (request: { tempers?: Temper[] }) => {
  if (request.tempers) tempers.splice(0, tempers.length, ...request.tempers);
  process.send?.({ counts });
});
process.on('disconnect', () => process.exit(0));

const receivers = Number(process.argv[2]);
const ports: number[] = [];
for (let index = 0; index < receivers; index += 1) {
  counts.push(0);
  ports.push(await listen(index));
}
process.send?.({ ports });
