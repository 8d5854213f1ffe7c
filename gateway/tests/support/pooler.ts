// A port in front of PostgreSQL that treats the settings of a new connection as pgbouncer does: it knows a few and refuses
// the others, or drops those it is set to ignore (`ignore_startup_parameters`). It pools nothing.

import { listenBeforePostgres } from './before-postgres.ts';

/** What pgbouncer keeps by client and passes on. */
const known = ['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone'];
const protocolBytes = 8;

const readSettings = (packet: Buffer): [string, string][] => {
  const words = packet.toString('utf8', protocolBytes).split('\0');
  const settings: [string, string][] = [];
  for (let index = 0; words[index]; index += 2) settings.push([words[index] ?? '', words[index + 1] ?? '']);
  return settings;
};

const writeSettings = (packet: Buffer, settings: readonly (readonly [string, string])[]): Buffer => {
  const body = Buffer.from(`${settings.flat().join('\0')}\0\0`);
  const head = Buffer.from(packet.subarray(0, protocolBytes));
  head.writeInt32BE(protocolBytes + body.length);
  return Buffer.concat([head, body]);
};

const refusal = (setting: string): Buffer => {
  const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${setting}\0\0`;
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + Buffer.byteLength(fields), 1);
  return Buffer.concat([head, Buffer.from(fields)]);
};

/** Answers the address of the pooler, for the same database. */
export const usePooler = (url: string, unknown: 'ignored' | 'refused'): Promise<string> =>
  listenBeforePostgres(url, (client, behind) => {
    client.on('close', () => behind.destroy());
    behind.on('close', () => client.destroy());
    client.once('data', (packet) => {
      const settings = readSettings(packet);
      const other = settings.find(([name]) => !known.includes(name.toLowerCase()));
      if (other && unknown === 'refused') {
        client.end(refusal(other[0]));
        return;
      }
      behind.write(
        writeSettings(
          packet,
          settings.filter(([name]) => known.includes(name.toLowerCase())),
        ),
      );
      client.pipe(behind);
      behind.pipe(client);
    });
  });
