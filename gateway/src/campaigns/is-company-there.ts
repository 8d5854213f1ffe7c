// A company that is being deleted gets no more rows: what is written after the mark would have to be removed again, and
// nobody would be there to stop it.

/** As a condition of SQL. `companyId` is a column or a parameter. */
export const isCompanyThere = (companyId: string): string =>
  `not exists (select from companies where companies.id = ${companyId} and companies.deleting_at is not null)`;
