// A store of files that can go away and come back: an S3 server on a fixed port, with its files in a folder.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { findFreePort } from './gateway-process.ts';
import type { Stage } from './stage.ts';

export interface Bucket {
  /** For MEDIA_URL. */
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** The keys of everything that it holds, as the server keeps it on disk: its listing fails beyond 1,000 objects (DES). */
  keys(): Promise<string[]>;
}

const objectSuffix = '._S3rver_object';

const name = 'lane-files';

export const openBucket = async (stage: Stage): Promise<Bucket> => {
  const directory = await stage.makeFolder();
  const port = await findFreePort();
  let server: S3rver | null = null;
  const bucket: Bucket = {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${name}?scheme=http`,
    async start() {
      const configureBuckets = [{ name, configs: [] }];
      server = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets });
      await server.run();
    },
    async stop() {
      const closed = server?.close();
      // Gateways keep their connections; a server that is away keeps none.
      server?.httpServer.closeAllConnections();
      await closed;
      server = null;
    },
    async keys() {
      const files = await readdir(join(directory, name), { recursive: true });
      return files.flatMap((file) =>
        file.endsWith(objectSuffix) ? file.slice(0, -objectSuffix.length) : [],
      );
    },
  };
  await bucket.start();
  stage.atEnd(() => bucket.stop());
  return bucket;
};
