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
import { type ListFilters, listPages } from './list-pages.ts';

export const companyQuery = queryOptions({
  queryKey: ['company', 'profile'],
  queryFn: ({ signal }) => get<CompanyProfile>('/company', { signal }),
});

export const changeCompany = (body: CompanyChange): Promise<CompanyProfile> =>
  patch<CompanyProfile>('/company', { body });

/** A token is shown once, when it is made; this is what may be known of it later. */
export const tokensQuery = queryOptions({
  queryKey: ['company', 'token'],
  queryFn: async ({ signal }) => (await get<{ data: TokenInfo[] }>('/company/token', { signal })).data,
});

export interface ReplacedToken {
  readonly token: string;
  readonly old_token_ends_at: string;
}

export const replaceToken = (body: TokenReplacement): Promise<ReplacedToken> =>
  post<ReplacedToken>('/company/token', { body });

export interface CreatedCompany {
  readonly company: CompanyProfile;
  readonly token: string;
}

export const createCompany = (body: NewCompany): Promise<CreatedCompany> =>
  post<CreatedCompany>('/companies', { body });

export const deleteCompany = (body: CompanyDeletion): Promise<unknown> => post('/company/delete', { body });

export const leaveCompany = (): Promise<unknown> => post('/company/leave');

/** All companies of this gateway, for its operator. */
export const allCompaniesQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: ['companies', 'all', filters],
    ...listPages<CompanyProfile>('/operator/companies', filters),
  });
