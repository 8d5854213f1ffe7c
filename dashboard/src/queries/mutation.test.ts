import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { type Mutation, mutation } from './mutation.ts';
import { createQueryClient } from './query-client.ts';

const start = (): QueryClient => {
  const client = createQueryClient({ onSessionEnded: () => undefined, onRemoved: () => undefined });
  client.setQueryData(['dogs', 'list'], ['Rex']);
  client.setQueryData(['dogs', 'one', 'rex'], { name: 'Rex' });
  client.setQueryData(['cats'], ['Tom']);
  return client;
};

const run = async <Data, Variables>(
  client: QueryClient,
  options: Mutation<Data, Variables>,
  variables: Variables,
) => await new MutationObserver(client, options).mutate(variables).catch(() => null);

const isOutdated = (client: QueryClient, key: string[]) => client.getQueryState(key)?.isInvalidated;

describe('a mutation', () => {
  it('marks what it changes as out of date, and nothing else', async () => {
    const client = start();
    await run(client, mutation({ mutationFn: async () => 1, changes: [['dogs', 'list']] }), undefined);
    expect(isOutdated(client, ['dogs', 'list'])).toBe(true);
    expect(isOutdated(client, ['dogs', 'one', 'rex'])).toBe(false);
    expect(isOutdated(client, ['cats'])).toBe(false);
  });

  it('does so after a refusal too', async () => {
    const client = start();
    const refused = mutation({
      mutationFn: () => Promise.reject(new Error('refused')),
      changes: [['dogs']],
      answers: () => ['cats'],
      removes: () => ['dogs', 'one', 'rex'],
    });
    await run(client, refused, undefined);
    expect(isOutdated(client, ['dogs', 'list'])).toBe(true);
    expect(client.getQueryData(['dogs', 'one', 'rex'])).toEqual({ name: 'Rex' });
    expect(client.getQueryData(['cats'])).toEqual(['Tom']);
  });

  it('keeps its answer as the newest state of what it changed', async () => {
    const client = start();
    const rename = mutation({
      mutationFn: async (id: string) => ({ name: `${id} the dog` }),
      answers: (_dog, id) => ['dogs', 'one', id],
    });
    await run(client, rename, 'rex');
    expect(client.getQueryData(['dogs', 'one', 'rex'])).toEqual({ name: 'rex the dog' });
  });

  it('forgets what is gone', async () => {
    const client = start();
    const remove = mutation({
      mutationFn: async (_id: string) => null,
      removes: (id) => ['dogs', 'one', id],
    });
    await run(client, remove, 'rex');
    expect(client.getQueryData(['dogs', 'one', 'rex'])).toBeUndefined();
  });
});
