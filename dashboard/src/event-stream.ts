// Server-sent events, read from pieces of text as the network cuts them.

export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Takes the next piece of the stream; whole events go to `onEvent` in order, and where to come back to goes to `onId`.
 * Comments and retry hints are passed over.
 */
export function createStreamReader(
  onEvent: (event: StreamEvent) => void,
  onId: (id: string) => void = () => undefined,
): (text: string) => void {
  let waiting = '';
  return (text) => {
    waiting += text.replaceAll('\r\n', '\n');
    for (let end = waiting.indexOf('\n\n'); end >= 0; end = waiting.indexOf('\n\n')) {
      const block = waiting.slice(0, end);
      const event = readEvent(block);
      waiting = waiting.slice(end + 2);
      const id = /^id: ?(.+)$/m.exec(block)?.[1];
      if (id !== undefined) onId(id);
      if (event) onEvent(event);
    }
  };
}

function readEvent(block: string): StreamEvent | null {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (line.startsWith('event:')) name = value;
    if (line.startsWith('data:')) data.push(value);
  }
  return data.length === 0 ? null : { name, data: data.join('\n') };
}
