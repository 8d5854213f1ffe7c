// What people call a provider: "WhatsApp Cloud API" of meta_cloud.

import { useQuery } from '@tanstack/react-query';
import { providersQuery } from '../../queries/senders.ts';

export function useProviderName(): (provider: string) => string {
  const { data = [] } = useQuery(providersQuery);
  return (provider) => data.find(({ name }) => name === provider)?.title ?? provider;
}
