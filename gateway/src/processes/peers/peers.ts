// The other processes of this machine, which ask each other directly what would take several statements and
// notifications through the database. Nothing relies on it: a process that gets no answer uses the tables.

import { connect, type Socket } from 'node:net';
import type { Log } from '../../platform/log.ts';
import { type Connection, openConnection, type Write } from './connection.ts';
import type { Frame } from './frames.ts';
import { type Listening, listenIn } from './listen.ts';

/** Notifies the asking process later, without a reply. */
export type NotifyAsker = (topic: string, data: unknown) => void;
/** Resolves to the reply. If it throws, the asker learns that there is no reply. */
export type AnswerPeer = (data: unknown, notifyAsker: NotifyAsker) => unknown;

export interface Peers {
  /** Where others reach this process; null when they cannot. */
  readonly socket: string | null;
  start(): Promise<void>;
  /** Answers questions of others about this topic, and receives their notifications about it. */
  on(topic: string, answer: AnswerPeer): void;
  /** The reply, or null when none came in time: then it is not known whether the question arrived. */
  ask(socket: string, topic: string, data: unknown, milliseconds: number): Promise<unknown>;
  /**
   * True for a while after a process said nothing when it was asked, not even that it is at work: what can do without it
   * need not wait for it.
   */
  isSilent(socket: string): boolean;
  stop(): Promise<void>;
}

export interface PeersOptions {
  /** Only this user may look into it. */
  readonly folder: string;
  /** The first line of every connection: the same for processes of the same gateway and version, and known to no one else. */
  readonly password: string;
  readonly log: Log;
}

/** How long a process counts as silent, unless it says something. */
const silentMilliseconds = 10_000;
/** A reply that takes longer is announced by an empty frame: a process that waits for its database is not silent. */
const announcedMilliseconds = 500;

export const createPeers = ({ folder, password, log }: PeersOptions): Peers => {
  const answers = new Map<string, AnswerPeer>();
  const connections = new Map<string, Connection>();
  const silentSince = new Map<string, number>();
  let listening: Listening | null = null;

  const onFrame = ({ asks, topic = '', data }: Frame, write: Write): void => {
    const notifyAsker: NotifyAsker = (about, more) => write({ topic: about, data: more });
    const answer = async (): Promise<unknown> => await answers.get(topic)?.(data, notifyAsker);
    const announcing = asks === undefined ? undefined : setTimeout(() => write({}), announcedMilliseconds);
    const reply = (said: unknown): void => {
      clearTimeout(announcing);
      if (asks !== undefined) write({ replies: asks, data: said ?? null });
    };
    answer().then(reply, (error: unknown) => {
      log.warn({ err: error, topic }, 'a request of another process failed');
      reply(null);
    });
  };

  /** Its first line is the password. */
  const welcome = (visitor: Socket): void => {
    let isKnown = false;
    openConnection(visitor, (frame, write) => {
      if (isKnown) onFrame(frame, write);
      else if (frame.data === password) isKnown = true;
      else visitor.destroy();
    });
  };

  const connectionTo = (name: string): Connection => {
    const open = connections.get(name);
    if (open) return open;
    const socket = connect(name);
    const made = openConnection(socket, onFrame);
    made.write({ data: password });
    connections.set(name, made);
    socket.once('close', () => connections.delete(name));
    return made;
  };

  return {
    get socket() {
      return listening?.name ?? null;
    },
    async start() {
      try {
        listening = await listenIn(folder, welcome);
      } catch (error) {
        log.info({ err: error }, 'other processes of this machine reach this one by the database only');
      }
    },
    on: (topic, answer) => void answers.set(topic, answer),
    async ask(name, topic, data, milliseconds) {
      const connection = connectionTo(name);
      const askedAt = performance.now();
      const reply = await connection.ask(topic, data, milliseconds);
      if (connection.receivedAt >= askedAt) silentSince.delete(name);
      else silentSince.set(name, performance.now());
      return reply;
    },
    isSilent(name) {
      const since = silentSince.get(name) ?? Number.NEGATIVE_INFINITY;
      const receivedAt = connections.get(name)?.receivedAt ?? Number.NEGATIVE_INFINITY;
      return performance.now() - since < silentMilliseconds && receivedAt < since;
    },
    async stop() {
      for (const connection of connections.values()) connection.end();
      await listening?.stop();
    },
  };
};
