// Operations that the suites generated from the OpenAPI document cannot try across companies, because they end or make
// sessions, are for the operator, or name no object. attacks/line-12-across-tenants.test.ts has a case for each of them.

/** Left out by users-tenants.test.ts. */
export const peopleOperationsApart = [
  'signOut',
  'leaveCompany',
  'signUp',
  'signIn',
  'listCompanies',
] as const;

/** Left out by tenants.test.ts: streams that stay open, and a path with a phone number that any company may have. */
export const tokenOperationsApart = ['followRequests', 'followCalls', 'upsertContact'] as const;
