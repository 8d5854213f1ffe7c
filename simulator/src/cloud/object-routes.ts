// `/{id}`: Graph has one path for every kind of object, so the id decides whether it is a phone number, an account, a
// template or media.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Media } from '../account/media.ts';
import type { BusinessNumber } from '../account/numbers.ts';
import type { Template } from '../account/templates.ts';
import type { Simulator } from '../simulator.ts';
import { changeNumber, presentNumber } from './account-routes.ts';
import { accountNumbers, idOf, requireToken, unknownObject } from './authorize.ts';
import { presentMedia } from './media-routes.ts';
import { pickFields } from './pick-fields.ts';
import { editTemplate, presentTemplate } from './template-routes.ts';

type Found =
  | { kind: 'number'; number: BusinessNumber }
  | { kind: 'account'; wabaId: string }
  | { kind: 'template'; template: Template }
  | { kind: 'media'; media: Media };

const numberFields =
  'verified_name,display_phone_number,quality_rating,code_verification_status,platform_type,throughput,webhook_configuration';
const templateFields = 'name,parameter_format,components,language,status,category';

export function objectRoutes(app: FastifyInstance, simulator: Simulator, prefix: string): void {
  app.get('/:id', (request) => {
    const found = findObject(simulator, request);
    const { fields } = request.query as { fields?: string };
    switch (found.kind) {
      case 'number':
        return pickFields(presentNumber(simulator, found.number), fields ?? numberFields);
      case 'account':
        return { id: found.wabaId, name: 'Simulated Account', timezone_id: '1' };
      case 'template':
        return pickFields(presentTemplate(found.template), fields ?? templateFields);
      case 'media':
        return presentMedia(simulator, found.media, `${request.protocol}://${request.host}${prefix}`);
    }
  });

  app.post('/:id', (request) => {
    const found = findObject(simulator, request);
    if (found.kind === 'number') return changeNumber(simulator, found.number, request.body);
    if (found.kind === 'template') return editTemplate(simulator, found.template, request.body);
    throw unknownObject(request);
  });

  app.delete('/:id', (request) => {
    const found = findObject(simulator, request);
    if (found.kind !== 'media') throw unknownObject(request);
    simulator.media.remove(found.media.id);
    return { success: true };
  });
}

function findObject(simulator: Simulator, request: FastifyRequest): Found {
  const token = requireToken(simulator, request);
  const id = idOf(request);
  const { numbers } = simulator;
  const number = numbers.find(id);
  if (number && numbers.mayUse(token, number)) return { kind: 'number', number };
  if (accountNumbers(simulator, token, id).length > 0) return { kind: 'account', wabaId: id };
  const template = simulator.templates.findById(id);
  if (template && accountNumbers(simulator, token, template.wabaId).length > 0) {
    return { kind: 'template', template };
  }
  const media = findMedia(simulator, request, token);
  if (media) return { kind: 'media', media };
  throw unknownObject(request);
}

/** `phone_number_id` in the query narrows the media to those of that number. */
function findMedia({ media, numbers }: Simulator, request: FastifyRequest, token: string): Media | null {
  const found = media.find(idOf(request));
  const owner = found && numbers.find(found.phoneNumberId);
  if (!found || !owner || !numbers.mayUse(token, owner)) return null;
  const { phone_number_id: wanted = owner.phoneNumberId } = request.query as Record<string, string>;
  return wanted === owner.phoneNumberId ? found : null;
}
