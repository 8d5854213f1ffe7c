// Which sender carries which messages, and which next. They are saved together: their order is part of them.

import type { Route, RouteList, SaveRoutesBody } from '@hudhud/contract/routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, put } from '../api.ts';
import { mutation } from './mutation.ts';

const routeKeys = { all: ['routes'] as const };

export const routesQuery = queryOptions({
  queryKey: routeKeys.all,
  queryFn: async ({ signal }): Promise<Route[]> => (await get<RouteList>('/routes', { signal })).data,
});

export const saveRoutes = mutation({
  mutationFn: (body: SaveRoutesBody) => put<RouteList>('/routes', { body }),
  changes: [routeKeys.all],
});
