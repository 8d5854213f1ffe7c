// Where a list, its form and its rows are found: lists that are shown at two addresses keep people at the one they came by.

export interface Places {
  readonly list: string;
  readonly add: string;
  readonly one: (id: string) => string;
  readonly edit: (id: string) => string;
}

export const placesUnder = (list: string): Places => ({
  list,
  add: `${list}/new`,
  one: (id) => `${list}/${id}`,
  edit: (id) => `${list}/${id}/edit`,
});
