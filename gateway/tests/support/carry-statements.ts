// How a pooler carries the named statements of its clients: each has another name on the server, and a connection that does not
// know it yet gets it right before it is used. The server's answer to that is kept from the client.

import type { Socket } from 'node:net';

const letter = (text: string): number => text.charCodeAt(0);
const [parse, bind, describe, close] = [letter('P'), letter('B'), letter('D'), letter('C')];
const [parseComplete, readyForQuery] = [letter('1'), letter('Z')];
const headBytes = 5;

/** A text that ends with a zero byte, and where the next one begins. */
const readText = (message: Buffer, from: number): { text: string; next: number } => {
  const end = message.indexOf(0, from);
  return { text: message.toString('utf8', from, end), next: end + 1 };
};

const build = (kind: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(headBytes);
  head[0] = kind;
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const textBytes = (text: string): Buffer => Buffer.from(`${text}\0`);

interface Asked {
  readonly name: string;
  /** The client knows nothing of it. */
  readonly isOurs: boolean;
}

/** The statements that one connection of the server knows, and those that were sent to it and not confirmed. */
interface Known {
  readonly names: Set<string>;
  asked: Asked[];
}

export const carryStatements = () => {
  const numbers = new Map<Socket, number>();
  /** The message that prepares a statement, by its name on the server. */
  const statements = new Map<string, Buffer>();
  const knownBy = new Map<Socket, Known>();

  const nameFor = (client: Socket, name: string): string => {
    const number = numbers.get(client) ?? numbers.size;
    numbers.set(client, number);
    return `client_${number}_${name}`;
  };
  const knownOf = (backend: Socket): Known => {
    const known = knownBy.get(backend) ?? { names: new Set<string>(), asked: [] };
    knownBy.set(backend, known);
    return known;
  };
  const prepare = (backend: Socket, name: string, isOurs: boolean): Buffer[] => {
    const known = knownOf(backend);
    const message = statements.get(name);
    if (!message || (isOurs && known.names.has(name))) return [];
    known.names.add(name);
    known.asked.push({ name, isOurs });
    return [message];
  };

  const translateParse = (client: Socket, backend: Socket, message: Buffer): Buffer[] => {
    const { text, next } = readText(message, headBytes);
    if (text === '') {
      knownOf(backend).asked.push({ name: '', isOurs: false });
      return [message];
    }
    const name = nameFor(client, text);
    statements.set(name, build(parse, textBytes(name), message.subarray(next)));
    return prepare(backend, name, false);
  };

  const translateBind = (client: Socket, backend: Socket, message: Buffer): Buffer[] => {
    const portal = readText(message, headBytes);
    const { text, next } = readText(message, portal.next);
    if (text === '') return [message];
    const name = nameFor(client, text);
    const changed = build(bind, textBytes(portal.text), textBytes(name), message.subarray(next));
    return [...prepare(backend, name, true), changed];
  };

  /** For a statement; portals live within a transaction. */
  const translateNamed = (client: Socket, backend: Socket, message: Buffer): Buffer[] => {
    const { text } = readText(message, headBytes + 1);
    if (message[headBytes] !== letter('S') || text === '') return [message];
    const name = nameFor(client, text);
    const changed = build(message[0] ?? 0, Buffer.from('S'), textBytes(name));
    return [...prepare(backend, name, true), changed];
  };

  return {
    /** The messages that the server's connection gets instead. */
    translate(client: Socket, backend: Socket, message: Buffer): Buffer[] {
      if (message[0] === parse) return translateParse(client, backend, message);
      if (message[0] === bind) return translateBind(client, backend, message);
      if (message[0] === describe || message[0] === close) return translateNamed(client, backend, message);
      return [message];
    },
    /** True for an answer that the client is not to see. */
    isOurs(backend: Socket, message: Buffer): boolean {
      const known = knownOf(backend);
      if (message[0] === readyForQuery) {
        // After an error the rest was skipped, so it is not known after all.
        for (const { name } of known.asked) known.names.delete(name);
        known.asked = [];
      }
      return message[0] === parseComplete && known.asked.shift()?.isOurs === true;
    },
  };
};
