// The providers this gateway has, by name. The first one carries what does not name another.

export const providerNames = ['meta_cloud'] as const;

export const defaultProvider: string = providerNames[0];
