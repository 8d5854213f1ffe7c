// Filters that are kept under a name, and how many people a filter means.

import type {
  ContactCount,
  ContactFilter,
  NewSegment,
  Segment,
  SegmentChange,
} from '@hudhud/contract/segments.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, patch, post, remove } from '../api.ts';
import { contactKeys } from './contacts.ts';
import { mutation } from './mutation.ts';
import { readAll } from './read-all.ts';

const segmentKeys = {
  all: ['segments'] as const,
  list: () => [...segmentKeys.all, 'list'] as const,
  one: (id: string) => [...segmentKeys.all, 'one', id] as const,
};

const pathOf = (id: string): string => `/segments/${encodeURIComponent(id)}`;

/** A company has 1,000 at the most. */
export const segmentsQuery = queryOptions({
  queryKey: segmentKeys.list(),
  queryFn: ({ signal }) => readAll<Segment>('/segments', signal),
});

export const segmentQuery = (id: string) =>
  queryOptions({
    queryKey: segmentKeys.one(id),
    queryFn: ({ signal }) => get<Segment>(pathOf(id), { signal }),
  });

/** Under the key of contacts: a change of a contact may change the number. */
export const segmentCountQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactKeys.counts(), 'segment', id],
    queryFn: ({ signal }) => get<ContactCount>(`${pathOf(id)}/count`, { signal }),
  });

export const filterCountQuery = (filter: ContactFilter) =>
  queryOptions({
    queryKey: [...contactKeys.counts(), 'filter', filter],
    queryFn: ({ signal }) => post<ContactCount>('/contacts/count', { body: { filter }, signal }),
    placeholderData: keepPreviousData,
  });

export const createSegment = mutation({
  mutationFn: (body: NewSegment) => post<Segment>('/segments', { body }),
  changes: [segmentKeys.all, contactKeys.all],
});

export const changeSegment = mutation({
  mutationFn: ({ id, body }: { id: string; body: SegmentChange }) => patch<Segment>(pathOf(id), { body }),
  changes: [segmentKeys.all, contactKeys.all],
});

export const deleteSegment = mutation({
  mutationFn: (id: string) => remove(pathOf(id)),
  changes: [segmentKeys.list()],
  removes: segmentKeys.one,
});
