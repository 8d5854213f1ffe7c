// The live feed of a phone screen as server-sent events: `message`, `changed` and `typing`. A reader that does not
// keep up is cut off rather than buffered without bound.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { MediaStore } from '../account/media.ts';
import type { ChatEvent } from '../chat/conversations.ts';
import type { World } from '../create-world.ts';
import { presentMessage } from './present-message.ts';

const beatMs = 15_000;
const bufferBytesMax = 1024 * 1024;

export function streamChat(
  { conversations, media }: Pick<World, 'conversations' | 'media'>,
  response: ServerResponse,
  filter: { phoneNumberId?: string; waId?: string },
  /** Headers that the server around the simulator adds to every answer. */
  headers: OutgoingHttpHeaders = {},
): void {
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.write('retry: 1000\n\n');
  const write = (text: string) => {
    response.write(text);
    if (response.writableLength > bufferBytesMax) response.destroy();
  };
  const stop = conversations.watch((event) => {
    if (filter.phoneNumberId !== undefined && filter.phoneNumberId !== event.phoneNumberId) return;
    if (filter.waId !== undefined && filter.waId !== event.waId) return;
    write(`event: ${event.kind}\ndata: ${JSON.stringify(present(media, event))}\n\n`);
  });
  const beat = setInterval(() => write(': still here\n\n'), beatMs);
  beat.unref();
  response.once('close', () => {
    stop();
    clearInterval(beat);
  });
}

function present(media: MediaStore, event: ChatEvent): object {
  const place = { phone_number_id: event.phoneNumberId, wa_id: event.waId };
  return event.kind === 'typing' ? place : { ...place, message: presentMessage(media, event.message) };
}
