// One connection between two processes: questions, their replies, and news without a question.

import type { Socket } from 'node:net';
import { createFrameWriter, type Frame, readFrames } from './frames.ts';

export type Write = (frame: Frame) => void;

export interface Connection {
  readonly write: Write;
  /** When the other process last said anything, by the clock of `performance`. */
  readonly receivedAt: number;
  /** Null when no reply came in time, or the connection is over. */
  ask(topic: string, data: unknown, milliseconds: number): Promise<unknown>;
  end(): void;
}

interface Asked {
  readonly resolve: (reply: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

export const openConnection = (socket: Socket, onFrame: (frame: Frame, write: Write) => void): Connection => {
  const write = createFrameWriter(socket);
  const asked = new Map<number, Asked>();
  let count = 0;
  let isOver = false;
  let receivedAt = Number.NEGATIVE_INFINITY;

  const settle = (number: number, reply: unknown): void => {
    const one = asked.get(number);
    if (!one) return;
    asked.delete(number);
    clearTimeout(one.timer);
    one.resolve(reply);
  };
  readFrames(socket, (frame) => {
    receivedAt = performance.now();
    if (frame.replies === undefined) onFrame(frame, write);
    else settle(frame.replies, frame.data);
  });
  socket.once('close', () => {
    isOver = true;
    for (const number of [...asked.keys()]) settle(number, null);
  });
  // Any error of a connection ends it.
  socket.on('error', () => undefined);

  return {
    write,
    get receivedAt() {
      return receivedAt;
    },
    ask(topic, data, milliseconds) {
      if (isOver) return Promise.resolve(null);
      count += 1;
      const number = count;
      return new Promise((resolve) => {
        // Data that arrived while this process was busy is read first.
        const giveUp = (): void => void setImmediate(() => settle(number, null));
        asked.set(number, { resolve, timer: setTimeout(giveUp, milliseconds) });
        write({ asks: number, topic, data });
      });
    },
    end: () => socket.destroy(),
  };
};
