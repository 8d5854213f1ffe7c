// Writes into the audit log what the rooms do not write themselves: every change by a user, and by the token what only
// an admin may change. It is written before the answer leaves, so whoever reads the log afterwards finds it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { actorOf, writeAudit } from '../companies/audit/write-audit.ts';
import { companyOf } from '../companies/company-of.ts';
import { hasRole, isRead } from '../platform/http/route-access.ts';
import { toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';

export interface ChangeAudit {
  isDue(request: FastifyRequest, reply: FastifyReply): boolean;
  write(request: FastifyRequest, answer: unknown): Promise<void>;
}

const toAction = (operationId: string): string =>
  operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What the path names, or what was just made. */
const targetOf = (request: FastifyRequest, answer: unknown): string | undefined => {
  const { id } = (request.params ?? {}) as { id?: string };
  if (id !== undefined) return id;
  if (typeof answer !== 'string' || !answer.startsWith('{')) return undefined;
  const made = JSON.parse(answer) as { id?: unknown; message_id?: unknown };
  const found = made.id ?? made.message_id;
  return typeof found === 'string' ? found : undefined;
};

/** Names of fields only: their values may be secrets. From the body as it came, before defaults were filled in. */
const fieldsOf = (body: string | null): string[] => {
  const value: unknown = body === null || body === '' ? null : JSON.parse(body);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
};

export const createChangeAudit = (pool: pg.Pool, log: Log): ChangeAudit => ({
  isDue(request, reply) {
    const { incoming } = request;
    if (incoming.isAudited || !incoming.company || reply.statusCode >= 400 || isRead(request.method)) {
      return false;
    }
    const { role } = request.routeOptions.config;
    // What viewers may do changes nothing, whatever its method.
    if (role === 'viewer') return false;
    return incoming.signedIn !== null || hasRole(role ?? 'viewer', 'admin');
  },
  async write(request, answer) {
    const { incoming } = request;
    incoming.isAudited = true;
    const companyId = companyOf(incoming).id;
    const { operationId = 'unknown' } = request.routeOptions.schema ?? {};
    try {
      await writeAudit(pool, actorOf(incoming), {
        companyId,
        action: toAction(operationId),
        target: targetOf(request, answer),
        data: { request_id: toPublicId('request', incoming.id), fields: fieldsOf(incoming.body) },
      });
    } catch (error) {
      // The change is made; an answer that says otherwise would be a lie.
      log.error({ err: error, request_id: incoming.id }, 'a change could not be written into the audit log');
    }
  },
});
