// The company that the pages are about: its profile and its token; and companies being made, left and deleted.

import type {
  CompanyChange,
  CompanyDeletion,
  CompanyProfile,
  NewCompany,
  TokenInfo,
  TokenReplacement,
} from '@hudhud/contract/companies.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, patch, post } from '../api.ts';
import { accountKeys } from './account.ts';
import { type ListFilters, listPages } from './list-pages.ts';
import { meKey } from './me.ts';
import { mutation } from './mutation.ts';

export const companyKeys = {
  profile: ['company', 'profile'] as const,
  tokens: ['company', 'token'] as const,
  all: (filters: ListFilters) => ['companies', 'all', filters] as const,
};

export const companyQuery = queryOptions({
  queryKey: companyKeys.profile,
  queryFn: ({ signal }) => get<CompanyProfile>('/company', { signal }),
});

/** Its name and its clock are on every page. */
export const changeCompany = mutation({
  mutationFn: (body: CompanyChange) => patch<CompanyProfile>('/company', { body }),
  changes: [meKey, accountKeys.session],
  answers: () => companyKeys.profile,
});

/** A token is shown once, when it is made; this is what may be known of it later. */
export const tokensQuery = queryOptions({
  queryKey: companyKeys.tokens,
  queryFn: async ({ signal }) => (await get<{ data: TokenInfo[] }>('/company/token', { signal })).data,
});

export interface ReplacedToken {
  readonly token: string;
  readonly old_token_ends_at: string;
}

export const replaceToken = mutation({
  mutationFn: (body: TokenReplacement) => post<ReplacedToken>('/company/token', { body }),
  changes: [companyKeys.tokens],
});

export interface CreatedCompany {
  readonly company: CompanyProfile;
  readonly token: string;
}

export const createCompany = mutation({
  mutationFn: (body: NewCompany) => post<CreatedCompany>('/companies', { body }),
  changes: [accountKeys.session],
});

export const deleteCompany = mutation({
  mutationFn: (body: CompanyDeletion) => post('/company/delete', { body }),
});

export const leaveCompany = mutation({ mutationFn: () => post('/company/leave') });

/** All companies of this gateway, for its operator. */
export const allCompaniesQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: companyKeys.all(filters),
    ...listPages<CompanyProfile>('/operator/companies', filters),
  });
