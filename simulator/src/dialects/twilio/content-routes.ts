// Twilio's Content API: list with approvals, make, hand in, delete.
import type { FastifyInstance } from 'fastify';
import { asObject } from '../../message/check-value.ts';
import type { Simulator } from '../../simulator.ts';
import { requireAccount, TwilioFailure } from './authorize.ts';
import type { Content } from './content.ts';
import { toComponents } from './content-types.ts';
import type { Contents } from './contents.ts';

export function contentRoutes(app: FastifyInstance, simulator: Simulator, contents: Contents): void {
  const accountOf = (request: Parameters<typeof requireAccount>[1]) => {
    const [first] = requireAccount(simulator, request);
    if (!first) throw new TwilioFailure(20003);
    return first;
  };

  app.get('/v1/ContentAndApprovals', (request) => {
    const { PageSize = '50', Page = '0' } = request.query as Record<string, string>;
    const all = contents.list(accountOf(request).wabaId);
    const start = Number(Page) * Number(PageSize);
    const page = all.slice(start, start + Number(PageSize));
    const next = `/v1/ContentAndApprovals?PageSize=${PageSize}&Page=${Number(Page) + 1}`;
    const hasMore = start + page.length < all.length;
    return {
      contents: page.map(present),
      meta: { next_page_url: hasMore ? `${request.protocol}://${request.host}${app.prefix}${next}` : null },
    };
  });

  app.post('/v1/Content', (request, reply) => {
    const { wabaId } = accountOf(request);
    const { friendly_name, language, variables, types } = asObject(request.body) ?? {};
    const given = asObject(types);
    if (!given || Object.keys(given).length === 0 || typeof language !== 'string') {
      throw new TwilioFailure(63030);
    }
    const content = contents.add({
      accountSid: wabaId,
      friendlyName: String(friendly_name ?? ''),
      language,
      variables: (asObject(variables) ?? {}) as Record<string, string>,
      types: given,
    });
    return reply.code(201).send(present(content));
  });

  app.post('/v1/Content/:sid/ApprovalRequests/whatsapp', (request, reply) => {
    const { wabaId, phoneNumberId } = accountOf(request);
    const content = contents.find(wabaId, (request.params as { sid: string }).sid);
    if (!content) throw new TwilioFailure(20404);
    if (content.template) throw new TwilioFailure(92009);
    const { name, category } = asObject(request.body) ?? {};
    const input = {
      name: String(name),
      language: content.language,
      category: String(category),
      parameterFormat: 'POSITIONAL' as const,
      components: toComponents(content.types, true),
    };
    const { templateReviewDelayMs } = simulator.settings.of(phoneNumberId);
    content.template = simulator.templates.create(wabaId, input, templateReviewDelayMs);
    return reply.code(201).send(presentApproval(content));
  });

  app.delete('/v1/Content/:sid', (request, reply) => {
    const { wabaId } = accountOf(request);
    if (!contents.remove(wabaId, (request.params as { sid: string }).sid)) throw new TwilioFailure(20404);
    return reply.code(204).send();
  });
}

function present(content: Content): object {
  const { sid, accountSid, friendlyName, language, variables, types } = content;
  return {
    sid,
    account_sid: accountSid,
    friendly_name: friendlyName,
    language,
    variables,
    types,
    approval_requests: presentApproval(content),
  };
}

const words: Readonly<Record<string, string>> = { PENDING: 'pending', IN_APPEAL: 'pending' };

function presentApproval({ template, types }: Content): object {
  const [content_type = ''] = Object.keys(types);
  if (!template) return { status: 'unsubmitted', content_type };
  const { name, category, status, rejectedReason } = template;
  return {
    name,
    category,
    content_type,
    status: words[status] ?? status.toLowerCase(),
    rejection_reason: rejectedReason === 'NONE' ? '' : rejectedReason,
  };
}
