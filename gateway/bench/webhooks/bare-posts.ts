// What the HTTP client alone can do: the same bodies to the same receivers with as many requests under way, and nothing
// signed or stored.

import { Agent, request } from 'undici';

export const runBarePosts = async (
  urls: readonly string[],
  concurrencyEach: number,
  body: string,
  seconds: number,
): Promise<number> => {
  const agent = new Agent({ connections: concurrencyEach, pipelining: 1 });
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const begin = performance.now();
  const end = begin + seconds * 1_000;
  let taken = 0;
  const drive = async (url: string): Promise<void> => {
    while (performance.now() < end) {
      const response = await request(url, { method: 'POST', headers, body, dispatcher: agent });
      await response.body.text();
      if (response.statusCode === 200) taken += 1;
    }
  };
  await Promise.all(urls.flatMap((url) => Array.from({ length: concurrencyEach }, () => drive(url))));
  const perSecond = (taken * 1_000) / (performance.now() - begin);
  await agent.close();
  return perSecond;
};
