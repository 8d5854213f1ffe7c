// What a change does to the answers that pages hold. A resource declares it once, beside its keys; the query client applies
// it, so that no page has to remember which lists to read again.

import type { QueryClient, QueryKey } from '@tanstack/react-query';

interface MutationParts<Data, Variables> {
  readonly mutationFn: (variables: Variables) => Promise<Data>;
  /** Every query under these keys is read again once it is over: a refusal often means that they are out of date. */
  readonly changes?: readonly QueryKey[];
  /** The answer is the newest state of this query. */
  readonly answers?: (data: Data, variables: Variables) => QueryKey;
  /** Queries to forget once the page has left the deleted thing, so that it is not asked for again. */
  readonly removes?: (variables: Variables) => QueryKey;
}

export interface MutationEffects {
  readonly onSuccess: (client: QueryClient, data: unknown, variables: unknown) => void;
  readonly onSettled: (client: QueryClient, variables: unknown, isDone: boolean) => Promise<void>;
}

/** To be spread into `useMutation`. */
export interface Mutation<Data, Variables> {
  readonly mutationFn: (variables: Variables) => Promise<Data>;
  readonly meta: { readonly effects: MutationEffects };
}

export function mutation<Data, Variables = void>(
  parts: MutationParts<Data, Variables>,
): Mutation<Data, Variables> {
  const { mutationFn, changes = [], answers, removes } = parts;
  return {
    mutationFn,
    meta: {
      effects: {
        onSuccess(client, data, variables) {
          if (answers) client.setQueryData(answers(data as Data, variables as Variables), data);
        },
        async onSettled(client, variables, isDone) {
          if (removes && isDone) client.removeQueries({ queryKey: removes(variables as Variables) });
          await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
        },
      },
    },
  };
}
