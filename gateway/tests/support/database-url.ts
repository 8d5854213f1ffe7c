// Addresses of test databases. An embedded server is reached through a unix socket, which the URL carries as a parameter.

export interface SocketConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export const toDatabaseUrl = ({ database, ...rest }: SocketConnection): string => {
  const parameters = new URLSearchParams({ ...rest, port: String(rest.port) });
  return `postgres:///${database}?${parameters}`;
};

/** The same server, another database. */
export const withDatabase = (url: string, database: string): string => {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
};
