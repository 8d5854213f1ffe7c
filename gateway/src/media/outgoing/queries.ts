// The SQL of what providers call our files.

import type pg from 'pg';

export interface ReferenceKey {
  readonly companyId: string;
  readonly senderId: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly mimeType: string;
  readonly account: string;
}

export interface KnownReference {
  readonly reference: string;
  readonly expiresAt: Date;
}

export const findReference = async (db: pg.Pool, key: ReferenceKey): Promise<KnownReference | null> => {
  const { rows } = await db.query<{ reference: string; expires_at: Date }>({
    name: 'find-media-reference',
    text: `
      select reference, expires_at from media_references
      where company_id = $1 and sender_id = $2 and sha256 = decode($3, 'hex') and mime_type = $4 and account = $5
        and expires_at > now()`,
    values: [key.companyId, key.senderId, key.sha256, key.mimeType, key.account],
  });
  const [row] = rows;
  return row ? { reference: row.reference, expiresAt: row.expires_at } : null;
};

export const saveReference = async (
  db: pg.Pool,
  key: ReferenceKey,
  { reference, expiresAt }: KnownReference,
): Promise<void> => {
  await db.query({
    name: 'save-media-reference',
    text: `
      insert into media_references (company_id, sender_id, sha256, mime_type, account, reference, expires_at)
      values ($1, $2, decode($3, 'hex'), $4, $5, $6, $7)
      on conflict (company_id, sender_id, sha256, mime_type)
      do update set account = excluded.account, reference = excluded.reference, expires_at = excluded.expires_at,
        created_at = now()`,
    values: [key.companyId, key.senderId, key.sha256, key.mimeType, key.account, reference, expiresAt],
  });
};

/** Only if it is still this one: another process may have uploaded the file again. */
export const deleteReference = async (db: pg.Pool, key: ReferenceKey, reference: string): Promise<void> => {
  await db.query(
    `delete from media_references
     where company_id = $1 and sender_id = $2 and sha256 = decode($3, 'hex') and mime_type = $4 and reference = $5`,
    [key.companyId, key.senderId, key.sha256, key.mimeType, reference],
  );
};
