// A few at a time; the others wait in order.

export const createGate = (placesMax: number) => {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (taken >= placesMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else taken += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place goes on to the next in line.
      if (next) next();
      else taken -= 1;
    }
  };
};
