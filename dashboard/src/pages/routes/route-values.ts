// A route as its form holds it: nothing is missing there, and an empty text fits everybody.

import type { Route, SaveRoutesBody } from '@hudhud/contract/routes.ts';

export interface RouteValues {
  name: string;
  senders: string[];
  after_minutes: number | string;
  country_prefix: string;
  store_id: string;
  tag: string;
}

export const emptyRoute: RouteValues = {
  name: '',
  senders: [],
  after_minutes: 5,
  country_prefix: '',
  store_id: '',
  tag: '',
};

export const toValues = (route: Route): RouteValues => ({
  name: route.name,
  senders: [...route.senders],
  after_minutes: route.after_minutes,
  country_prefix: route.country_prefix ?? '',
  store_id: route.store_id ?? '',
  tag: route.tag ?? '',
});

export const toRoute = (values: RouteValues, id?: string): SaveRoutesBody['routes'][number] => ({
  ...(id !== undefined && { id }),
  name: values.name.trim(),
  senders: values.senders,
  after_minutes: Number(values.after_minutes) || 0,
  ...(values.country_prefix !== '' && { country_prefix: values.country_prefix.trim() }),
  ...(values.store_id !== '' && { store_id: values.store_id }),
  ...(values.tag.trim() !== '' && { tag: values.tag.trim() }),
});
