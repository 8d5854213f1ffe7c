// Does one thing with many rows, a few at a time and in their order, and says of each what came of it.

const atOnce = 3;

/** Oldest first, as they happened. `onDone` is called for each as soon as it is known; `error` is null when it went well. */
export async function runAll<Item extends { id: string }, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  onDone: (item: Item, error: unknown, result: Result | null) => void,
): Promise<void> {
  const waiting = items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      try {
        onDone(item, null, await act(item));
      } catch (error) {
        onDone(item, error, null);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
