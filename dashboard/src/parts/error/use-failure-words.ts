// The gateway explains failures in English. Other languages have the same sentences in a table of their own, which is
// loaded when the first failure is shown. By sentence and not by code: one code may mean different things.

import type { Failure } from '@hudhud/contract/failure.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

type Sentences = Readonly<Record<string, string>>;

const tables: Readonly<Record<string, () => Promise<Sentences>>> = {
  ar: async () => (await import('../../i18n/failures.ar.json')).default,
};

/** A title in the provider's own words is in no table: then what it means stands in its place. */
export const inWordsOf = (table: Sentences, { title, cause, action, ...rest }: Failure): Failure => ({
  ...rest,
  title: table[title] ?? table[cause] ?? title,
  cause: table[cause] ?? cause,
  action: table[action] ?? action,
});

export function useFailureWords(): (failure: Failure) => Failure {
  const { language } = useTranslation().i18n;
  const load = tables[language];
  const { data } = useQuery({
    queryKey: ['failure-words', language],
    queryFn: () => load?.() ?? {},
    enabled: load !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (failure) => (load && data ? inWordsOf(data, failure) : failure);
}
