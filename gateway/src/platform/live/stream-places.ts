// How many live lists may be followed at once, of one company and in all.

import { AppError } from '../errors.ts';

export interface StreamPlaces {
  /** Takes a place, or throws what to answer; gives back how to leave it. */
  take(companyId: string): () => void;
  readonly taken: number;
}

export interface StreamLimits {
  readonly perCompany: number;
  readonly inAll: number;
}

const retryAfterSeconds = 10;

export const createStreamPlaces = ({ perCompany, inAll }: StreamLimits): StreamPlaces => {
  const byCompany = new Map<string, number>();
  let taken = 0;
  return {
    take(companyId) {
      const own = byCompany.get(companyId) ?? 0;
      if (own >= perCompany) {
        const detail = `${perCompany} live lists of this company are open at this gateway.`;
        throw new AppError('too_many_streams', { detail, retryAfterSeconds });
      }
      if (taken >= inAll) throw new AppError('overloaded', { retryAfterSeconds });
      byCompany.set(companyId, own + 1);
      taken += 1;
      return () => {
        const left = (byCompany.get(companyId) ?? 1) - 1;
        if (left > 0) byCompany.set(companyId, left);
        else byCompany.delete(companyId);
        taken -= 1;
      };
    },
    get taken() {
      return taken;
    },
  };
};
