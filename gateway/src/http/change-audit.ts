// Writes the audit entries that the rooms do not write themselves: every change by a user, and changes by a token that only
// an admin may make. An entry is written before the answer leaves, so the log is never behind it.

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type pg from 'pg';
import { actorOf, changesOf, writeAudit } from '../companies/audit/write-audit.ts';
import { companyOf } from '../companies/company-of.ts';
import { hasRole, isRead } from '../platform/http/route-access.ts';
import type { SecretFields } from '../platform/http/secret-fields.ts';
import { removeFromAnswer } from '../platform/http/secret-fields.ts';
import { toPublicId } from '../platform/ids.ts';
import { isJsonObject, type JsonObject } from '../platform/json.ts';
import type { Log } from '../platform/log.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False: old and new values are personal, and the log must not keep what an erasure removes. */
    auditsValues?: boolean;
  }
}

export interface ChangeAudit {
  /** Remembers how each address is read, so that a change of it can be recorded with its old values. */
  watch(server: FastifyInstance): void;
  /** Called before a change is made. */
  readBefore(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  isDue(request: FastifyRequest, reply: FastifyReply): boolean;
  write(request: FastifyRequest, answer: unknown): Promise<void>;
}

const toAction = (operationId: string): string =>
  operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The id that the path names, or that of what was just made. */
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
  return isJsonObject(value) ? Object.keys(value) : [];
};

/** The values of the named fields in an answer, without what the route declares secret. */
const pick = (
  answer: string,
  fields: readonly string[],
  secret: SecretFields | undefined,
): JsonObject | null => {
  const value: unknown = JSON.parse(secret ? removeFromAnswer(answer, secret) : answer);
  if (!isJsonObject(value)) return null;
  const hidden = new Set(secret?.removed.map((path) => path.split('.')[0]));
  return Object.fromEntries(
    fields.filter((name) => name in value && !hidden.has(name)).map((name) => [name, value[name]]),
  );
};

const isChange = (method: string): boolean => method === 'PATCH' || method === 'PUT';

/** True for a change that is audited here: by a user, or one by a token that only an admin may make. */
const isAuditable = ({ incoming, method, routeOptions }: FastifyRequest): boolean => {
  if (incoming.isAudited || !incoming.company || isRead(method)) return false;
  const { role } = routeOptions.config;
  // A route for viewers changes nothing, with any method.
  if (role === 'viewer') return false;
  return incoming.signedIn !== null || hasRole(role ?? 'viewer', 'admin');
};

/**
 * The old values are those that reading the same address answers right before the change, in the words of the API, so no
 * secret is among them. A change by another caller in that moment may stand between the two.
 */
const createValueReader = (log: Log) => {
  const readers = new Map<string, RouteHandlerMethod>();
  const before = new WeakMap<FastifyRequest, string>();
  return {
    watch(server: FastifyInstance): void {
      server.addHook('onRoute', ({ method, url, handler }) => {
        if (method === 'GET') readers.set(url, handler);
      });
    },
    async remember(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { url = '', config } = request.routeOptions;
      const read = readers.get(url);
      if (!read || config.auditsValues === false || !isChange(request.method)) return;
      try {
        before.set(request, JSON.stringify(await read.call(request.server, request, reply)));
      } catch (error) {
        // A missing object has no old values; the change itself answers with its own error.
        log.debug({ err: error }, 'the old values of a change could not be read');
      }
    },
    changesIn(request: FastifyRequest, answer: unknown, fields: readonly string[]) {
      const old = before.get(request);
      if (old === undefined || typeof answer !== 'string' || !answer.startsWith('{')) return [];
      const { secretFields } = request.routeOptions.config;
      const [was, is] = [pick(old, fields, secretFields), pick(answer, fields, secretFields)];
      return was && is ? changesOf(was, is) : [];
    },
  };
};

export const createChangeAudit = (pool: pg.Pool, log: Log): ChangeAudit => {
  const values = createValueReader(log);
  return {
    watch: values.watch,
    async readBefore(request, reply) {
      if (isChange(request.method) && isAuditable(request)) await values.remember(request, reply);
    },
    isDue: (request, reply) => reply.statusCode < 400 && isAuditable(request),
    async write(request, answer) {
      const { incoming } = request;
      incoming.isAudited = true;
      const companyId = companyOf(incoming).id;
      const { operationId = 'unknown' } = request.routeOptions.schema ?? {};
      try {
        const fields = fieldsOf(incoming.body);
        await writeAudit(pool, actorOf(incoming), {
          companyId,
          action: toAction(operationId),
          target: targetOf(request, answer),
          data: { request_id: toPublicId('request', incoming.id), fields },
          changes: values.changesIn(request, answer, fields),
        });
      } catch (error) {
        // The change is made; an answer that says otherwise would be a lie.
        log.error(
          { err: error, request_id: incoming.id },
          'a change could not be written into the audit log',
        );
      }
    },
  };
};
