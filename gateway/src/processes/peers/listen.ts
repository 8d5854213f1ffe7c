// Where other processes of this machine reach this one: a socket in a folder that only this user may look into.

import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, unlink } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** Longer names do not fit into the address of a socket. */
const nameBytesMax = 103;
const extension = '.sock';

export interface Listening {
  readonly name: string;
  stop(): Promise<void>;
}

/** Sockets of processes that were killed. */
const removeDeadSockets = async (folder: string): Promise<void> => {
  for (const name of (await readdir(folder)).filter((each) => each.endsWith(extension))) {
    const file = join(folder, name);
    const probe = connect(file);
    probe.once('connect', () => probe.destroy());
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') void unlink(file).catch(() => undefined);
    });
  }
};

const open = (name: string, welcome: (visitor: Socket) => void): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(welcome);
    server.once('error', reject);
    server.listen(name, () => resolve(server));
  });

export const listenIn = async (folder: string, welcome: (visitor: Socket) => void): Promise<Listening> => {
  const name = join(folder, `${randomBytes(6).toString('hex')}${extension}`);
  if (Buffer.byteLength(name) > nameBytesMax)
    throw new Error(`${name} is too long for the name of a socket: choose a shorter DATA_DIR`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeDeadSockets(folder);
  const visitors = new Set<Socket>();
  const server = await open(name, (visitor) => {
    visitors.add(visitor);
    visitor.once('close', () => visitors.delete(visitor));
    welcome(visitor);
  });
  await chmod(name, 0o600);
  return {
    name,
    async stop() {
      for (const visitor of visitors) visitor.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
