// Limits of single fields that forms check while the user types. Apart from the schemas, so that a page can check them without
// loading what builds schemas.

export const passwordCharactersMin = 10;

/** Of a webhook. */
export const deliveriesPerSecondMax = 10_000;
/** Deliveries to one webhook that are under way at once. */
export const concurrencyMax = 100;
