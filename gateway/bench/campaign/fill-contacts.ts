// As many contacts as a campaign wants, straight into the table: importing them is not what is measured.

import type pg from 'pg';

const contactsPerStatement = 50_000;

export const fillContacts = async (client: pg.Client, companyId: string, count: number): Promise<void> => {
  for (let begin = 0; begin < count; begin += contactsPerStatement) {
    await client.query(
      `insert into contacts (company_id, id, phone_number, name, fields)
       select $1, (lpad(to_hex(1700000000000 + i), 12, '0') || '70008' || substr(md5(i::text), 1, 15))::uuid,
         '+9665' || lpad(i::text, 8, '0'), 'Person ' || i, jsonb_build_object('city', 'Riyadh', 'points', i)
       from generate_series($2::integer, $3::integer - 1) as i`,
      [companyId, begin, Math.min(count, begin + contactsPerStatement)],
    );
  }
  await client.query('analyze contacts');
};
