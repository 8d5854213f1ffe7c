// A TCP port in front of PostgreSQL, on which the network's worst days can be played: replies lost after the
// commit, connections cut before the reply, silence, and no listener at all.

import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/**
 * `reply`: the server has committed and its answer is lost. `request`: cut once the statement was passed on. `statement`:
 * cut before, so that it never reaches the server.
 */
export type Loss = 'reply' | 'request' | 'statement';

export interface PostgresProxy {
  readonly port: number;
  /** Losses that have happened. */
  readonly lost: number;
  /** Loses what the next statement with this name says or asks; repeated calls queue up. */
  loseNext(statement: string, loss: Loss): void;
  /** Loses statements with such names by chance; 0 ends it. */
  loseOften(statements: readonly string[], share: number): void;
  /** Plays a busy server: this share of requests and of replies waits for up to this many milliseconds. 0 ends it. */
  hesitate(share: number, millisecondsMax: number): void;
  /** Half-open: connections stand, also new ones, and no byte passes until `speak`. */
  fallSilent(): void;
  speak(): void;
  /** Cuts all connections and listens no more until `listenAgain`. */
  refuse(): Promise<void>;
  listenAgain(): Promise<void>;
  close(): Promise<void>;
}

/** ReadyForQuery outside a transaction: PostgreSQL sends it after the commit, as the last message of its answer. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  lossOfReply: boolean;
  tail: Buffer;
}

const cut = (link: Link): void => {
  link.client.destroy();
  link.server.destroy();
};

/**
 * pg sends the name of a prepared statement at the head of its message, so it never straddles two chunks. A batch of one
 * row has a statement of its own, and so has one with keys, and one that is written again.
 */
const names = (chunk: Buffer, statement: string): boolean =>
  new RegExp(`\0${statement}(-keyed)?(-again)?(-one)?\0`).test(chunk.toString('latin1'));

export const startPostgresProxy = async (target: NetConnectOpts): Promise<PostgresProxy> => {
  const links = new Set<Link>();
  const planned: { statement: string; loss: Loss }[] = [];
  let often: { statements: readonly string[]; share: number } = { statements: [], share: 0 };
  let hesitation = { share: 0, millisecondsMax: 0 };
  let lost = 0;
  let isSilent = false;
  let listener = createServer();

  const lossFor = (chunk: Buffer): Loss | null => {
    const next = planned[0];
    if (next && names(chunk, next.statement)) return planned.shift()?.loss ?? null;
    const isMeant = often.share > 0 && often.statements.some((name) => names(chunk, name));
    if (!isMeant || Math.random() >= often.share) return null;
    return Math.random() < 0.5 ? 'reply' : 'request';
  };

  const passOn = (link: Link, chunk: Buffer): void => {
    const loss = lossFor(chunk);
    if (loss === 'statement') {
      lost += 1;
      cut(link);
      return;
    }
    link.server.write(chunk, () => {
      if (loss !== 'request') return;
      lost += 1;
      cut(link);
    });
    if (loss === 'reply') link.lossOfReply = true;
  };

  const passBack = (link: Link, chunk: Buffer): void => {
    if (!link.lossOfReply) {
      link.client.write(chunk);
      return;
    }
    link.tail = Buffer.concat([link.tail, chunk]).subarray(-readyForQuery.length);
    if (!link.tail.equals(readyForQuery)) return;
    lost += 1;
    cut(link);
  };

  const pauseFor = (from: Socket, pass: () => void): void => {
    if (Math.random() >= hesitation.share) {
      pass();
      return;
    }
    from.pause();
    setTimeout(() => {
      pass();
      if (!isSilent) from.resume();
    }, Math.random() * hesitation.millisecondsMax);
  };

  const welcome = (client: Socket): void => {
    const link: Link = { client, server: connect(target), lossOfReply: false, tail: Buffer.alloc(0) };
    links.add(link);
    client.on('data', (chunk: Buffer) => pauseFor(client, () => passOn(link, chunk)));
    link.server.on('data', (chunk: Buffer) => pauseFor(link.server, () => passBack(link, chunk)));
    for (const socket of [client, link.server]) {
      socket.setNoDelay(true);
      if (isSilent) socket.pause();
      socket.on('error', () => cut(link));
      socket.on('close', () => {
        links.delete(link);
        cut(link);
      });
    }
  };

  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      listener = createServer(welcome);
      listener.once('error', reject);
      listener.listen(port, '127.0.0.1', resolve);
    });

  const stopListening = (): Promise<void> =>
    new Promise((resolve) => {
      listener.close(() => resolve());
      for (const link of links) cut(link);
    });

  await listen(0);
  const { port } = listener.address() as AddressInfo;
  const setFlow = (silent: boolean): void => {
    isSilent = silent;
    for (const { client, server } of links) {
      for (const socket of [client, server]) silent ? socket.pause() : socket.resume();
    }
  };

  return {
    port,
    get lost() {
      return lost;
    },
    loseNext: (statement, loss) => void planned.push({ statement, loss }),
    loseOften(statements, share) {
      often = { statements, share };
    },
    hesitate(share, millisecondsMax) {
      hesitation = { share, millisecondsMax };
    },
    fallSilent: () => setFlow(true),
    speak: () => setFlow(false),
    refuse: stopListening,
    listenAgain: () => listen(port),
    close: stopListening,
  };
};
