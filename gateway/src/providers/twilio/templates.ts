// Templates at Twilio are Contents that were handed in for approval. They are presented in the words of the Cloud API.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import { parseObject } from '../exchange.ts';
import { secretsOf } from '../hide-secrets.ts';
import { ownFailure } from '../own-failure.ts';
import type { Failure, ProviderFields } from '../provider.ts';
import type { Fields } from '../read-values.ts';
import type { ListedTemplate, NewTemplate, TemplateChange, TemplatePart } from '../template-part.ts';
import { callTwilio } from './call-twilio.ts';
import { createContent, listContents } from './contents.ts';
import { field, twilioFields } from './fields.ts';
import { readStepAnswer } from './read-answer.ts';
import { readReference, writeReference } from './template-reference.ts';
import { toComponents, toTypes } from './template-types.ts';

/** Twilio takes longer for an answer that Meta gives at once. */
const statuses: Readonly<Record<string, string>> = { received: 'PENDING' };

const readTemplate = (content: Fields): ListedTemplate | null => {
  const sid = asText(content.sid);
  const approval = asFields(content.approval_requests);
  const status = asText(approval?.status);
  // A Content that was never submitted can only be sent to a person who has just written: it is no template.
  if (!sid || !approval || !status || status === 'unsubmitted') return null;
  const { components, places } = toComponents(asFields(content.types) ?? {}, sid);
  const names = [...places.header, ...places.body, ...Object.values(places.buttons)];
  return {
    reference: writeReference(places),
    name: asText(approval.name) ?? asText(content.friendly_name) ?? sid,
    language: asText(content.language) ?? '',
    status: statuses[status] ?? status.toUpperCase(),
    category: (asText(approval.category) ?? '').toUpperCase(),
    quality: null,
    reason: asText(approval.rejection_reason) || null,
    parameterFormat: names.some((name) => !/^\d+$/.test(name)) ? 'named' : 'positional',
    components,
  };
};

const refused = (fields: ProviderFields, failure: Failure) =>
  ({ kind: 'refused', failure: secretsOf(twilioFields, fields).hideInFailure(failure) }) as const;

const create = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  template: NewTemplate,
): Promise<TemplateChange> => {
  const made = toTypes(template);
  if (made.kind === 'refused') {
    const action = 'Make this template in the Content Template Builder of the Twilio console.';
    return refused(fields, ownFailure('template_not_carried', made.detail, made.detail, action));
  }
  const { name, language, category } = template;
  const content = await createContent(http, fields, {
    friendly_name: name,
    language,
    variables: made.samples,
    types: made.types,
  });
  if (content.kind === 'broken') return refused(fields, content.refusal.failure);
  const { sid } = content;
  const { result } = await callTwilio(http, fields, {
    method: 'POST',
    host: 'content',
    path: `v1/Content/${encodeURIComponent(sid)}/ApprovalRequests/whatsapp`,
    body: { name, category: category.toUpperCase() },
  });
  const refusal = readStepAnswer(result);
  if (refusal) return refused(fields, refusal.failure);
  const answer = result.kind === 'answered' ? parseObject(result.body) : null;
  const status = asText(answer?.status) ?? 'received';
  return {
    kind: 'taken',
    reference: writeReference(toComponents(made.types, sid).places),
    status: statuses[status] ?? status.toUpperCase(),
    category: asText(answer?.category),
  };
};

export const twilioTemplates: TemplatePart = {
  accountOf: (fields) => field(fields, 'account_sid'),
  async list(http, fields) {
    const listed = await listContents(http, fields);
    if (listed.kind === 'broken') {
      return { kind: 'broken', failure: refused(fields, listed.refusal.failure).failure };
    }
    return { kind: 'listed', templates: listed.contents.flatMap((content) => readTemplate(content) ?? []) };
  },
  create,
  async remove(http, fields, { reference }) {
    const { sid } = readReference(reference);
    const { result } = await callTwilio(http, fields, {
      method: 'DELETE',
      host: 'content',
      path: `v1/Content/${encodeURIComponent(sid)}`,
    });
    const refusal = readStepAnswer(result);
    return refusal ? refused(fields, refusal.failure) : { kind: 'removed' };
  },
};
