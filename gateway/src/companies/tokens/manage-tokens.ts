// Making, changing and revoking named tokens. The company's row is locked meanwhile, so that two changes at once cannot
// give one name twice. Other processes cache a company for four seconds at most (../directory.ts): a revoked token
// is refused here at once, and everywhere within five seconds.

import { type NamedTokenChange, type NewNamedToken, tokensMax } from '@hudhud/contract/tokens.ts';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError, fieldProblem } from '../../platform/errors.ts';
import { newUuid, toPublicId } from '../../platform/ids.ts';
import { readNetwork } from '../../platform/outgoing-http/private-address.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { type AuditActor, changesOf, writeAudit } from '../audit/write-audit.ts';
import { lockCompany } from '../queries.ts';
import { makeToken } from '../token.ts';
import {
  deleteLongEndedTokens,
  deleteNamedToken,
  insertNamedToken,
  isTokenNameTaken,
  listNamedTokens,
  lockNamedToken,
  type NamedTokenRow,
  type TokenValues,
  updateNamedToken,
} from './queries.ts';

interface TokenKey {
  readonly companyId: string;
  readonly tokenId: string;
}

const checkNetworks = (networks: readonly string[]): string[] =>
  networks.map((text, index) => {
    if (readNetwork(text)) return text;
    const detail = `${JSON.stringify(text)} is neither an IP address nor a network such as 203.0.113.0/24.`;
    throw fieldProblem('invalid_network', { pointer: `/networks/${index}` }, detail);
  });

const readEnd = (text: string | null): Date | null => {
  if (text === null) return null;
  const end = new Date(text);
  if (end.getTime() > Date.now()) return end;
  const detail = 'The end of a token must be in the future.';
  throw fieldProblem('invalid_value', { pointer: '/expires_at' }, detail);
};

const readValues = (change: NamedTokenChange, before: TokenValues): TokenValues => ({
  name: change.name?.trim() ?? before.name,
  scopes: change.scopes ?? before.scopes,
  networks: change.networks === undefined ? before.networks : checkNetworks(change.networks),
  expires_at: change.expires_at === undefined ? before.expires_at : readEnd(change.expires_at),
});

const lockForChange = async (client: pg.ClientBase, companyId: string): Promise<void> => {
  if (!(await lockCompany(client, companyId))) throw new AppError('company_not_found');
};

const refuseTakenName = async (
  client: pg.ClientBase,
  { companyId, tokenId }: TokenKey,
  { name }: TokenValues,
): Promise<void> => {
  if (!(await isTokenNameTaken(client, companyId, name, tokenId))) return;
  const detail = `Another token is called "${name}".`;
  throw fieldProblem('token_name_taken', { pointer: '/name' }, detail);
};

/** The fields of a token in an audit entry: never the token itself. */
const audited = ({ name, scopes, networks, expires_at }: TokenValues): Record<string, unknown> => ({
  name,
  scopes,
  networks,
  expires_at: expires_at?.toISOString() ?? null,
});

export const createNamedToken = (
  pool: pg.Pool,
  secrets: Secrets,
  actor: AuditActor,
  companyId: string,
  wish: NewNamedToken,
): Promise<{ readonly token: string; readonly row: NamedTokenRow }> =>
  inTransaction(pool, async (client) => {
    const tokenId = newUuid();
    const values = readValues(wish, { name: '', scopes: [], networks: [], expires_at: null });
    await lockForChange(client, companyId);
    const others = await listNamedTokens(client, companyId);
    if (others.length >= tokensMax) {
      throw new AppError('too_many_tokens', { detail: `A company can have ${tokensMax} named tokens.` });
    }
    await refuseTakenName(client, { companyId, tokenId }, values);
    const token = makeToken();
    const createdBy = actor.kind === 'user' ? actor.name : null;
    const kept = { lastFour: token.slice(-4), createdBy };
    const digest = secrets.digestToken(token);
    await insertNamedToken(client, { ...values, ...kept, companyId, id: tokenId, digest });
    const target = toPublicId('token', tokenId);
    await writeAudit(client, actor, { companyId, action: 'create_token', target, data: audited(values) });
    const row = await lockNamedToken(client, companyId, tokenId);
    if (!row) throw new Error('a token that was just made is gone');
    return { token, row };
  });

export const changeNamedToken = (
  pool: pg.Pool,
  actor: AuditActor,
  key: TokenKey,
  change: NamedTokenChange,
): Promise<NamedTokenRow> =>
  inTransaction(pool, async (client) => {
    const { companyId, tokenId } = key;
    await lockForChange(client, companyId);
    const before = await lockNamedToken(client, companyId, tokenId);
    if (!before) throw new AppError('token_not_found');
    const values = readValues(change, before);
    await refuseTakenName(client, key, values);
    await updateNamedToken(client, companyId, tokenId, values);
    await writeAudit(client, actor, {
      companyId,
      action: 'change_token',
      target: toPublicId('token', tokenId),
      data: { name: before.name },
      changes: changesOf(audited(before), audited(values)),
    });
    return { ...before, ...values };
  });

export const revokeToken = (pool: pg.Pool, actor: AuditActor, { companyId, tokenId }: TokenKey) =>
  inTransaction(pool, async (client) => {
    const before = await lockNamedToken(client, companyId, tokenId);
    if (!before) throw new AppError('token_not_found');
    await deleteNamedToken(client, companyId, tokenId);
    const target = toPublicId('token', tokenId);
    await writeAudit(client, actor, { companyId, action: 'revoke_token', target, data: audited(before) });
  });

/** Until then the refusal of a caller with one says that it has ended. */
const endedDays = 30;

export const sweepTokens = (pool: pg.Pool): Promise<number> => deleteLongEndedTokens(pool, endedDays);
