// Remembers the results of a pure function for the texts it has seen lately. Bounded by starting afresh when full, which
// is simpler than forgetting the oldest and as good where a few texts make up most of the traffic.

export const memoize = <Result>(
  entriesMax: number,
  compute: (text: string) => Result,
): ((text: string) => Result) => {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= entriesMax) results.clear();
    results.set(text, result);
    return result;
  };
};
