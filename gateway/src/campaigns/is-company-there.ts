// A company that is being deleted gets no more rows: a row written after the deletion mark would have to be removed
// again, and no one could stop it any more.

/** As a condition of SQL. `companyId` is a column or a parameter. */
export const isCompanyThere = (companyId: string): string =>
  `not exists (select from companies where companies.id = ${companyId} and companies.deleting_at is not null)`;
