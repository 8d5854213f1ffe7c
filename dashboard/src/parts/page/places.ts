// Where a list, its form and its rows are found: lists that are shown at two addresses keep people at the one they came by.

import { useParams } from '@tanstack/react-router';

interface Places {
  readonly list: string;
  readonly add: string;
  readonly one: (id: string) => string;
  readonly edit: (id: string) => string;
}

/** Within a section of the company's Edit page when that is open, else at the short cut. */
export function usePlaces(section: string, shortCut: string): Places {
  const { companyId } = useParams({ strict: false });
  const list = companyId ? `/companies/${companyId}/edit/${section}` : shortCut;
  return {
    list,
    add: `${list}/new`,
    one: (id) => `${list}/${id}`,
    edit: (id) => `${list}/${id}/edit`,
  };
}
