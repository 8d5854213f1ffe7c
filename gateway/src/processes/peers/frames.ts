// How processes write to each other: JSON texts, each on a line of its own. What is said in one turn goes out in one write.

import type { Socket } from 'node:net';

/** A question has a number, which its reply repeats; what needs no reply has none. */
export interface Frame {
  readonly asks?: number;
  readonly replies?: number;
  readonly topic?: string;
  readonly data?: unknown;
}

/** A line longer than this is not one of ours: a send of the largest body is a small part of it. */
const lineCharactersMax = 64 * 1_048_576;

export const createFrameWriter = (socket: Socket): ((frame: Frame) => void) => {
  let lines = '';
  const flush = (): void => {
    const text = lines;
    lines = '';
    if (socket.writable) socket.write(text);
  };
  return (frame) => {
    if (lines === '') process.nextTick(flush);
    lines += `${JSON.stringify(frame)}\n`;
  };
};

/** Calls back with every frame that arrives. What cannot be read ends the connection. */
export const readFrames = (socket: Socket, onFrame: (frame: Frame) => void): void => {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    rest += text;
    if (rest.length > lineCharactersMax) socket.destroy();
    if (!text.includes('\n')) return;
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    try {
      for (const line of lines) onFrame(JSON.parse(line) as Frame);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
};
