// Several servers behind one DATABASE_URL, of which one takes writes: `postgres://user@one:5432,two:5432/hudhud`. A
// connection goes to the server that took writes last; when that one is away or has become a standby, to the next.

import pg from 'pg';

/** Plain data, so that a thread can be given it. `addresses`: one for each server; left out when there is one. */
export interface ConnectionSettings extends pg.ClientConfig {
  readonly addresses?: readonly string[];
}

const shape = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)([^/?]*)(.*)$/;
const writable = ['any', 'read-write', 'primary'];

/** The address of each server, or what is wrong with them. */
export const readAddresses = (url: string): { addresses: string[] } | { problem: string } => {
  const [, scheme = '', user = '', hosts = '', rest = ''] = shape.exec(url) ?? [];
  if (scheme === '') return { problem: 'must be an address that starts with postgres:// or postgresql://' };
  const addresses: string[] = [];
  for (const host of hosts.split(',')) {
    const whole = `${scheme}${user}${host}${rest}`;
    if (!URL.canParse(whole))
      return { problem: `names a server that cannot be read: ${JSON.stringify(host)}` };
    const target = new URL(whole).searchParams.get('target_session_attrs') ?? 'read-write';
    if (!writable.includes(target))
      return {
        problem: `asks for target_session_attrs=${target}; the gateway needs a server that takes writes`,
      };
    // The driver knows nothing of it. As text: parsing would write the other options anew.
    const kept = whole.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');
    addresses.push(kept.replace(/\/+$/, ''));
  }
  return { addresses };
};

export const toConnection = (url: string): ConnectionSettings => {
  const read = readAddresses(url);
  const addresses = 'addresses' in read ? read.addresses : [url];
  const [first] = addresses;
  return { connectionString: first ?? url, ...(addresses.length > 1 && { addresses }) };
};

/** A standby accepts connections, so it must be asked. */
const checkWritable = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on')
    throw new Error('connection ended: this server does not take writes');
};

/** The server to try next. Many connections that fail at once move on by one. */
export const createTurn = (count: number) => {
  let current = 0;
  return {
    get current() {
      return current;
    },
    failed(index: number): void {
      if (index === current) current = (index + 1) % count;
    },
  };
};

/** A client for a pool: each new connection goes to the server whose turn it is. */
export const clientOfHosts = (addresses: readonly string[]): typeof pg.Client => {
  const turn = createTurn(addresses.length);
  return class extends pg.Client {
    readonly #index: number;

    constructor(config: pg.ClientConfig) {
      const index = turn.current;
      super({ ...config, connectionString: addresses[index] });
      this.#index = index;
    }

    // The pool hands in a callback.
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then(() => (callback as () => void)(), callback);
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect();
        await checkWritable(this);
        return this;
      } catch (error) {
        turn.failed(this.#index);
        this.end().catch(() => undefined);
        throw error;
      }
    }
  };
};

/** A connection outside the pools: tries every server once. */
export const connectTo = async (
  { addresses, ...settings }: ConnectionSettings,
  more: pg.ClientConfig,
): Promise<pg.Client> => {
  let failure: unknown;
  for (const connectionString of addresses ?? [settings.connectionString]) {
    const client = new pg.Client({ ...settings, ...(connectionString && { connectionString }), ...more });
    // A connection that breaks later is noticed by the next query.
    client.on('error', () => undefined);
    try {
      await client.connect();
      if (addresses) await checkWritable(client);
      return client;
    } catch (error) {
      failure = error;
      client.end().catch(() => undefined);
    }
  }
  throw failure;
};
