// What the gateway says about single fields, for a form to show at those fields.

import type { ReactNode } from 'react';
import { ProblemError } from '../../api.ts';

/** A pointer such as /fields/app_secret becomes the form's own path: fields.app_secret. */
export function pointedErrors(error: Error | null): Record<string, ReactNode> {
  if (!(error instanceof ProblemError)) return {};
  return Object.fromEntries(
    (error.problem.errors ?? []).flatMap(({ pointer, detail }) =>
      pointer ? [[pointer.slice(1).replaceAll('/', '.'), <bdi key={pointer}>{detail}</bdi>]] : [],
    ),
  );
}
