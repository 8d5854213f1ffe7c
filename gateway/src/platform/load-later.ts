// A library that most gateways never use, or not for days, is loaded by the first who needs it: each costs megabytes of
// every process from its start on otherwise.

/** `import()` itself takes a look into tables each time; what it gave is kept. */
export const loadLater = <Library>(load: () => Promise<Library>): (() => Promise<Library>) => {
  let loading: Promise<Library> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
};
