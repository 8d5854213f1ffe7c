// Samples for the headers of templates: Meta takes them by its resumable upload, in two steps, and gives a handle. Nothing is
// kept here: a session says what it expects, and a handle what it was.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { encodeSample, readSample } from '../account/samples.ts';
import type { Simulator } from '../simulator.ts';
import { GraphFailure, idOf, requireToken, unknownObject } from './authorize.ts';
import { graphError } from './graph-error.ts';
import { uploadBytesMax } from './media-routes.ts';

/** The app of every token here. */
export const simulatedAppId = '1000000000000001';

const sampleTypes = ['image/jpeg', 'image/png', 'video/mp4', 'application/pdf'];

const refused = (details: string): GraphFailure => new GraphFailure(graphError(100, details));

export function sampleRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.post('/:id/uploads', (request) => {
    requireToken(simulator, request);
    if (idOf(request) !== simulatedAppId) throw unknownObject(request);
    const { file_type: type = '', file_length: length = '' } = request.query as Record<string, string>;
    if (!sampleTypes.includes(type)) throw refused(`file_type must be one of {${sampleTypes.join(', ')}}`);
    if (!(Number(length) > 0)) throw refused('file_length is required');
    return { id: `upload:${encodeSample({ type, length: Number(length) })}` };
  });

  // Two colons: the first is one of the path.
  app.post('/upload:::session', { bodyLimit: uploadBytesMax }, (request) => {
    requireToken(simulator, request);
    const session = readSample((request.params as { session: string }).session);
    if (!session) throw refused('There is no such upload.');
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (request.headers.file_offset !== '0' || body.length !== session.length)
      throw refused(`The upload has ${body.length} of ${session.length} bytes.`);
    const hash = createHash('sha256').update(body).digest('base64url');
    return { h: `4::${encodeSample({ type: session.type })}:${hash}` };
  });
}
