// A store of files for tests: a real S3 server on loopback, with its files in a folder.

import type { AddressInfo } from 'node:net';
import S3rver from '@20minutes/s3rver';

export const startS3Server = async (directory: string, bucket: string) => {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  return { port, close: () => server.close() };
};
