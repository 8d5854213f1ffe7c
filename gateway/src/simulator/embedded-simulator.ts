// The simulator inside the gateway: its dialects and the control API under `/simulator` on the gateway's own port, and
// a number for every simulated sender. The gateway reaches it over HTTP like any provider, so nothing is short-cut.

import { createSimulator, type Simulator } from '@hudhud/simulator/create-simulator.ts';
import { dialects, findDialect } from '@hudhud/simulator/dialects/registry.ts';
import { simulatorPlugin } from '@hudhud/simulator/simulator-plugin.ts';
import type { FastifyInstance } from 'fastify';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { OwnRoute } from '../platform/outgoing-http/request.ts';
import type { MediaPart } from '../providers/media-part.ts';
import type { Provider } from '../providers/provider.ts';
import type { TemplatePart } from '../providers/template-part.ts';
import { callbackPath } from '../senders/callback-path.ts';
import type { Sender } from '../senders/directory.ts';
import { createSimulatorGuard, type SimulatorGuardOptions } from './simulator-guard.ts';
import { newSimulatedNumber } from './simulator-number.ts';

const prefix = '/simulator';

export interface EmbeddedSimulatorOptions extends Omit<SimulatorGuardOptions, 'prefix'> {
  /** Where this very process is reached; known once it listens. */
  readonly address: () => string;
  /** SIMULATOR_CONTROL=open: any caller may do anything. */
  readonly isControlOpen: boolean;
}

export interface EmbeddedSimulator {
  readonly simulator: Simulator;
  /** Registers its routes; they stay out of the API reference. */
  register(server: FastifyInstance): Promise<void>;
  /** For the sender directory: a simulated sender points at this process, and the simulator knows its number. */
  adapt(sender: Sender): Sender;
  readonly newNumber: typeof newSimulatedNumber;
  close(): Promise<void>;
}

const createNumberKeeper = (simulator: Simulator, address: () => string) => {
  const registered = new Map<string, string>();
  return (sender: Sender): void => {
    const dialect = findDialect(sender.provider.name);
    if (!dialect) return;
    const account = sender.account ?? '';
    const path = callbackPath({ ...sender, provider: sender.provider.name });
    const number = {
      ...dialect.account.credentials(sender.fields),
      dialect: dialect.name,
      phoneNumberId: account,
      displayPhoneNumber: sender.phoneNumber ?? '',
      callbackUrl: `${address()}${path}`,
      verifiedName: sender.name,
    };
    const text = JSON.stringify(number);
    const isKnown = simulator.numbers.find(account) !== undefined;
    if (isKnown && registered.get(account) === text) return;
    registered.set(account, text);
    simulator.setPublicUrl(`${address()}${prefix}`);
    // Editing keeps what else was set for the number, such as its own limits.
    if (isKnown) simulator.numbers.edit(account, number);
    else simulator.registerNumber(number);
  };
};

/** Every method of a provider that calls out; a new one must be sent along the simulator's route, too. */
type CallingOut = {
  [Name in keyof Provider]-?: NonNullable<Provider[Name]> extends (
    first: infer First,
    ...rest: never[]
  ) => unknown
    ? First extends OutgoingHttp
      ? Name
      : never
    : never;
}[keyof Provider];

type Along = (http: OutgoingHttp) => OutgoingHttp;

const callsOf = (provider: Provider, along: Along): Pick<Provider, CallingOut> => {
  const { lookUp, registerCallback, markRead } = provider;
  return {
    send: (http, ...rest) => provider.send(along(http), ...rest),
    testConnection: (http, ...rest) => provider.testConnection(along(http), ...rest),
    ...(lookUp && { lookUp: (http, ...rest) => lookUp(along(http), ...rest) }),
    ...(registerCallback && { registerCallback: (http, ...rest) => registerCallback(along(http), ...rest) }),
    ...(markRead && { markRead: (http, ...rest) => markRead(along(http), ...rest) }),
  };
};

const mediaOf = (media: MediaPart, along: Along): MediaPart => {
  const { outgoing } = media;
  return {
    outgoing:
      outgoing.kind === 'link'
        ? outgoing
        : { kind: 'upload', upload: (http, ...rest) => outgoing.upload(along(http), ...rest) },
    fetch: (http, ...rest) => media.fetch(along(http), ...rest),
  };
};

const templatesOf = (templates: TemplatePart, along: Along): TemplatePart => {
  const { accountOf, list, create, edit, remove, uploadSample } = templates;
  return {
    accountOf,
    list: (http, ...rest) => list(along(http), ...rest),
    ...(create && { create: (http, ...rest) => create(along(http), ...rest) }),
    ...(edit && { edit: (http, ...rest) => edit(along(http), ...rest) }),
    ...(remove && { remove: (http, ...rest) => remove(along(http), ...rest) }),
    ...(uploadSample && {
      uploadSample: (http, fields, file) => uploadSample(along(http), fields, file),
    }),
  };
};

/** The parts of a provider that call out. */
const partsOf = ({ media, templates, health }: Provider, along: Along): Partial<Provider> => ({
  ...(media && { media: mediaOf(media, along) }),
  ...(templates && { templates: templatesOf(templates, along) }),
  ...(health && {
    health: {
      ...health,
      read: (http, ...rest) => health.read(along(http), ...rest),
      examine: (http, ...rest) => health.examine(along(http), ...rest),
    },
  }),
});

/**
 * The provider of a simulated sender reaches the simulator of this process, and nothing else: neither the guard nor the
 * proxy is asked. Senders that point here by their own base address take the way of everybody, and are refused.
 */
const onRoute = (provider: Provider, route: OwnRoute): Provider => {
  const along = (http: OutgoingHttp): OutgoingHttp => ({
    ...http,
    send: (outgoing) => http.send({ ...outgoing, route }),
  });
  return { ...provider, ...callsOf(provider, along), ...partsOf(provider, along) };
};

/** Where a provider's dialect is spoken; the first needs no name. */
const pathOf = ({ name }: Provider): string => (name === dialects[0].name ? '' : `/${name}`);

export const createEmbeddedSimulator = (options: EmbeddedSimulatorOptions): EmbeddedSimulator => {
  // The storage behind a redirect is at another name of this machine, which senders may not call.
  const simulator = createSimulator({ settings: { mediaRedirected: false } });
  const keepNumber = createNumberKeeper(simulator, options.address);
  const base = (): string => `${options.address()}${prefix}`;
  const providersOnRoute = new Map<Provider, Provider>();
  const providerOnRoute = (provider: Provider): Provider => {
    const known = providersOnRoute.get(provider) ?? onRoute(provider, { base });
    providersOnRoute.set(provider, known);
    return known;
  };
  return {
    simulator,
    async register(server) {
      await server.register(async (scope) => {
        scope.addHook('onRoute', (route) => {
          route.schema = { ...route.schema, hide: true };
        });
        if (!options.isControlOpen) {
          scope.addHook('onRequest', createSimulatorGuard({ ...options, prefix: `${prefix}/control/` }));
        }
        await scope.register(simulatorPlugin, { simulator, prefix });
      });
    },
    adapt(sender) {
      if (!sender.isSimulated) return sender;
      keepNumber(sender);
      return {
        ...sender,
        provider: providerOnRoute(sender.provider),
        fields: { ...sender.fields, base_url: base() + pathOf(sender.provider) },
      };
    },
    newNumber: newSimulatedNumber,
    close: () => simulator.close(),
  };
};
