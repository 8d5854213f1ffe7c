// Answers that are never finished by themselves: faults that leave the caller hanging, and live streams. They are cut
// when the server closes, which would otherwise wait for them.
import type { ServerResponse } from 'node:http';

export interface OpenConnections {
  hold(response: ServerResponse): void;
  cut(): void;
}

export function createOpenConnections(): OpenConnections {
  const open = new Set<ServerResponse>();
  return {
    hold(response) {
      open.add(response);
      response.once('close', () => open.delete(response));
    },
    cut() {
      for (const response of open) response.destroy();
    },
  };
}
