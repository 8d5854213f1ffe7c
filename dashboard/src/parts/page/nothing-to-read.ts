// A drawer shows what was read; the form of something new needs nothing.

import { queryOptions } from '@tanstack/react-query';

export const nothingToRead = queryOptions({ queryKey: ['nothing'], queryFn: () => true });
