// The address of a store that speaks S3, as the setting writes it:
// `s3://key:secret@host:port/bucket/prefix?region=eu-central-1&scheme=http`.

export interface S3Address {
  /** Such as `https://s3.example.com`. */
  readonly origin: string;
  readonly host: string;
  readonly bucket: string;
  /** Before every key; empty, or ending with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const parameters = ['region', 'scheme'];

/** Null when it is not one; the setting says what is wrong. */
export const readS3Address = (text: string): S3Address | null => {
  if (!URL.canParse(text)) return null;
  const { protocol, host, pathname, username, password, searchParams } = new URL(text);
  const [bucket = '', ...rest] = pathname.split('/').slice(1);
  const scheme = searchParams.get('scheme') ?? 'https';
  const isWhole = protocol === 's3:' && host !== '' && username !== '' && password !== '';
  const isKnown = [...searchParams.keys()].every((name) => parameters.includes(name));
  if (!isWhole || !isKnown || !bucketPattern.test(bucket) || !['http', 'https'].includes(scheme)) return null;
  const folders = rest.filter((part) => part !== '').map((part) => `${decodeURIComponent(part)}/`);
  return {
    origin: `${scheme}://${host}`,
    host,
    bucket,
    prefix: folders.join(''),
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  };
};
