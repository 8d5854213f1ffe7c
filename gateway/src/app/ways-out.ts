// How the gateway calls other machines: one way to providers, one to customers' webhooks, both past the same guard.

import type { Config } from '../config/config.ts';
import type { Bounds } from '../http/bounds.ts';
import { createOutgoingHttp, type OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import { type AddressGuard, createAddressGuard } from '../platform/outgoing-http/private-address-guard.ts';

export interface WaysOut {
  readonly guard: AddressGuard;
  readonly http: OutgoingHttp;
  readonly webhookHttp: OutgoingHttp;
}

/** Networks that we may call although they are not public. The setting decides alone: the simulator has its own route. */
const allowedNetworks = (config: Config): readonly string[] =>
  config.webhookAllowedNetworks ?? (config.databaseUrl === null ? ['loopback'] : []);

/** Customers choose the addresses of providers and webhooks: none may lead into the operator's own network. */
export const createWaysOut = (config: Config, bounds: Bounds): WaysOut => {
  const guard = createAddressGuard({
    allowedNetworks: allowedNetworks(config),
    onBlocked: (host) => bounds.reached('private_address', { host }),
  });
  const proxy = config.outgoingProxy ?? undefined;
  return {
    guard,
    http: createOutgoingHttp({ connections: config.providerConnections, guard, proxy }),
    webhookHttp: createOutgoingHttp({ connections: config.webhookConnections, guard, proxy }),
  };
};
