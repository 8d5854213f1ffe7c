// Templates of a number as Infobip lists and takes them.
import type { FastifyInstance } from 'fastify';
import type { Template } from '../../account/templates.ts';
import { createTemplate, editTemplate } from '../../cloud/template-routes.ts';
import { asObject, type Json } from '../../message/check-value.ts';
import type { Simulator } from '../../simulator.ts';
import { AnswerFailure } from '../write-answer.ts';
import { requireSender } from './authorize.ts';
import { notFound } from './errors.ts';

const path = '/whatsapp/2/senders/:sender/templates';

const partOf = (components: readonly Json[], type: string): Json | undefined =>
  components.find((component) => component.type === type);

const present = ({ id, name, language, status, category, components, rejectedReason }: Template): object => {
  const header = partOf(components, 'HEADER');
  const body = partOf(components, 'BODY');
  const footer = partOf(components, 'FOOTER');
  const buttons = partOf(components, 'BUTTONS')?.buttons;
  return {
    id,
    name,
    language,
    status,
    category,
    rejectionReason: rejectedReason,
    structure: {
      ...(header && { header: { format: header.format, text: header.text } }),
      ...(body && { body: { text: body.text } }),
      ...(footer && { footer: { text: footer.text } }),
      ...(Array.isArray(buttons) && { buttons }),
    },
  };
};

/** In the words of the Cloud API. */
const translate = (input: unknown): Json => {
  const { structure, ...rest } = asObject(input) ?? {};
  const { header, body, footer, buttons } = asObject(structure) ?? {};
  const { examples, ...text } = asObject(body) ?? {};
  const example = Array.isArray(examples) && { example: { body_text: [examples] } };
  return {
    ...rest,
    components: [
      ...(asObject(header) ? [{ type: 'HEADER', ...asObject(header) }] : []),
      { type: 'BODY', ...text, ...example },
      ...(asObject(footer) ? [{ type: 'FOOTER', ...asObject(footer) }] : []),
      ...(Array.isArray(buttons) ? [{ type: 'BUTTONS', buttons }] : []),
    ],
  };
};

export function templateRoutes(app: FastifyInstance, simulator: Simulator): void {
  const { templates } = simulator;
  const senderOf = (params: unknown) => (params as { sender: string }).sender;

  app.get(path, (request) => {
    const { wabaId } = requireSender(simulator, request, senderOf(request.params));
    return { templates: templates.list(wabaId).map(present) };
  });

  app.post(path, (request, reply) => {
    const number = requireSender(simulator, request, senderOf(request.params));
    return reply.code(201).send(present(createTemplate(simulator, number, translate(request.body))));
  });

  app.patch(`${path}/:id`, (request) => {
    const { wabaId } = requireSender(simulator, request, senderOf(request.params));
    const template = templates.findById((request.params as { id: string }).id);
    if (!template || template.wabaId !== wabaId) throw new AnswerFailure(notFound);
    editTemplate(simulator, template, translate(request.body));
    return present(templates.findById(template.id) ?? template);
  });

  app.delete(`${path}/:name`, (request, reply) => {
    const { wabaId } = requireSender(simulator, request, senderOf(request.params));
    if (templates.remove(wabaId, (request.params as { name: string }).name) === 0) {
      throw new AnswerFailure(notFound);
    }
    return reply.code(204).send();
  });
}
