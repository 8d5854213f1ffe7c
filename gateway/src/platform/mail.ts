// Sends plain text mails over SMTP by nodemailer. TLS from the start (smtps) or by STARTTLS where the server offers it; a
// password or a token never travels in the clear, except to this machine itself. Most gateways send no mail: nodemailer is
// loaded with the first one.

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

export interface MailOptions {
  /** `smtp://user:password@host:587` or `smtps://...`, with options in the query: see `urlOptions`. */
  readonly url: string;
  /** `Name <address>` or the address alone. The name may be in any script. */
  readonly from: string;
  readonly timeoutMilliseconds?: number;
  /** Certificates to trust besides the public ones, in PEM form. */
  readonly trustedCertificates?: string;
}

/** How to sign in, when the server's own preference does not do; and what XOAUTH2 needs to renew its token. */
const urlOptions = ['auth', 'client_id', 'client_secret', 'refresh_token', 'token_url'] as const;
const authMethods = ['plain', 'login', 'cram-md5', 'xoauth2'];

const isHome = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

const readOptions = ({ searchParams }: URL): Partial<Record<(typeof urlOptions)[number], string>> => {
  for (const name of searchParams.keys()) {
    if (!urlOptions.some((known) => known === name)) {
      throw new Error(`SMTP_URL has the unknown option "${name}"; it may have: ${urlOptions.join(', ')}.`);
    }
  }
  const options = Object.fromEntries(searchParams);
  const { auth } = options;
  if (auth !== undefined && !authMethods.includes(auth.toLowerCase())) {
    throw new Error(`SMTP_URL: "auth" must be one of ${authMethods.join(', ')}.`);
  }
  return options;
};

/** With a refresh token nodemailer renews the access token by itself; otherwise the password is the access token. */
const readOAuth = (user: string, password: string, options: ReturnType<typeof readOptions>) => {
  const { client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken } = options;
  if (refreshToken === undefined) return { type: 'OAuth2', user, accessToken: password };
  const accessUrl = options.token_url;
  if (!clientId || !clientSecret || !accessUrl) {
    throw new Error('SMTP_URL: "refresh_token" also needs "client_id", "client_secret" and "token_url".');
  }
  return { type: 'OAuth2', user, clientId, clientSecret, refreshToken, accessUrl };
};

const readAuth = (url: URL) => {
  const options = readOptions(url);
  if (url.username === '') return undefined;
  const user = decodeURIComponent(url.username);
  const pass = decodeURIComponent(url.password);
  const method = options.auth?.toUpperCase();
  if (method === 'XOAUTH2') return readOAuth(user, pass, options);
  return { user, pass, ...(method !== undefined && { method }) };
};

const readSender = (from: string): { name: string; address: string } => {
  const [, name, address] = /^(.*?)\s*<([^<>\s]+)>$/s.exec(from.trim()) ?? [];
  return address === undefined
    ? { name: '', address: checkAddress(from.trim()) }
    : { name: (name ?? '').replace(/^"|"$/g, ''), address };
};

/** Nothing that could begin another command, header or address: nodemailer reads `a,b@c` as mail for b@c. */
const checkAddress = (address: string): string => {
  if (/[\s<>,;:()"\\[\]]/.test(address)) {
    throw new Error('a mail address holds white space, brackets or other special characters');
  }
  return address;
};

const defaultPort = (isTls: boolean): number => (isTls ? 465 : 587);

const readSettings = (options: MailOptions, timeoutMilliseconds: number) => {
  const url = new URL(options.url);
  const auth = readAuth(url);
  const secure = url.protocol === 'smtps:';
  // An IPv6 address stands in brackets in a URL only.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(url.port) || defaultPort(secure),
    secure,
    requireTLS: !secure && auth !== undefined && !isHome(host),
    ...(auth && { auth }),
    ...(options.trustedCertificates !== undefined && { tls: { ca: options.trustedCertificates } }),
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    // Texts are ours, but no text may ever make the gateway read a file or call an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};

const openTransport = async (settings: ReturnType<typeof readSettings>) => {
  const { default: nodemailer } = await import('nodemailer');
  return nodemailer.createTransport(settings);
};

/** Every step has its own time limit; this one is for a server that keeps every step just within it. */
const within = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server took too long')), milliseconds);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/** Throws at once when the address or the sender cannot be used. */
export const createMailer = (options: MailOptions): SendMail => {
  const timeoutMilliseconds = options.timeoutMilliseconds ?? 30_000;
  const settings = readSettings(options, timeoutMilliseconds);
  let transport: ReturnType<typeof openTransport> | undefined;
  const from = readSender(options.from);
  return async ({ to, subject, text }) => {
    // As objects: a text would be parsed, and may turn out to be several addresses.
    const recipient = { name: '', address: checkAddress(to) };
    transport ??= openTransport(settings);
    const work = (await transport).sendMail({
      from,
      to: recipient,
      envelope: { from: from.address, to: [recipient.address] },
      subject,
      text,
      // For texts that 7 bits cannot carry. Quoted-printable would break links for readers that do not decode it.
      textEncoding: 'base64',
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    await within(timeoutMilliseconds, work);
  };
};
