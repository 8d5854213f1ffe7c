// How long and how many the parts of a message may be: the limits of the Cloud API, the strictest that every provider of ours
// shares. Apart from the schemas, so that a page can show them while the user types without loading the schemas.

export const contentLimits = {
  text: 4_096,
  caption: 1_024,
  header: 60,
  footer: 60,
  buttonTitle: 20,
  buttonId: 256,
  buttons: 3,
  contacts: 257,
  url: 2_000,
  name: 512,
  filename: 240,
  listSections: 10,
  /** In all sections together. */
  listRows: 10,
  listTitle: 24,
  listDescription: 72,
  listId: 200,
  flowButton: 30,
  productSections: 10,
  /** In all sections together. */
  products: 30,
  catalogId: 64,
  cardText: 160,
  cardsMin: 2,
  cards: 10,
  id: 256,
  /** Entries of maps that the provider bounds more narrowly. */
  parts: 100,
} as const;
