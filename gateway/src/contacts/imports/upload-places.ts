// How many files are uploaded at once: few of one company, so that none fills the gateway with its uploads, and fewer
// still are parsed at the same time, because each parser has a heap of its own.

import { AppError } from '../../platform/errors.ts';

export interface UploadPlaces {
  /** Takes a place for one upload; throws when the company has too many under way. Answers how to give it back. */
  enter(companyId: string): () => void;
  /** Waits for its turn to parse a file. */
  look<Result>(work: () => Promise<Result>): Promise<Result>;
}

const uploadsPerCompany = 2;
const looksMax = 2;
const retryAfterSeconds = 30;

export const createUploadPlaces = (): UploadPlaces => {
  const uploads = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let looks = 0;

  const leaveLook = (): void => {
    const next = waiting.shift();
    // The place goes on to the next in line.
    if (next) next();
    else looks -= 1;
  };

  return {
    enter(companyId) {
      const count = uploads.get(companyId) ?? 0;
      if (count >= uploadsPerCompany) {
        throw new AppError('too_many_contact_imports', {
          detail: `${uploadsPerCompany} files are being uploaded already; wait until one is here.`,
          retryAfterSeconds,
        });
      }
      uploads.set(companyId, count + 1);
      return () => {
        const left = (uploads.get(companyId) ?? 1) - 1;
        if (left > 0) uploads.set(companyId, left);
        else uploads.delete(companyId);
      };
    },
    async look(work) {
      if (looks < looksMax) looks += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        leaveLook();
      }
    },
  };
};
