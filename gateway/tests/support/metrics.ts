// Reads one figure from the text that Prometheus would read.

import type { HttpClient } from './http-client.ts';

export const readFigure = async (gateway: HttpClient, name: string): Promise<number> => {
  const { text } = await gateway.call('GET', '/metrics');
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  if (line === undefined) throw new Error(`/metrics has no figure named ${name}`);
  return Number(line.slice(name.length + 1));
};
