// The time zones that can be chosen, and the one that this browser is in.

export const timeZones = (): string[] => {
  const known = Intl.supportedValuesOf('timeZone');
  const own = ownTimeZone();
  return [...new Set(['UTC', own, ...known])].toSorted();
};

export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
