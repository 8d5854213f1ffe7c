// How a program under measurement lives: it signals its parent that it is ready, and ends on request or when the
// parent is gone, so that a benchmark that breaks leaves nothing running.

export const sayHello = (hello: object, stop: () => Promise<unknown>): void => {
  const end = (): void => {
    void stop().finally(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('disconnect', end);
  process.send?.(hello);
};
