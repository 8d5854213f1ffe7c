// Fills in the rest of a company: contacts, a campaign to many of them with its numbers, and the costs of its messages.
// The large company has one contact for ten messages and a campaign to each of them, the small ones that are asked
// about have a few.

import type pg from 'pg';

export interface PeoplePlan {
  readonly days: number;
  readonly messages: number;
  /** UUIDs; the first is the large one, the last the tiny one. */
  readonly companies: readonly string[];
}

const contactsMax = 200_000;
const contactsOfOthers = 500;

/** $1 is the company, $2 how many, $3 over how many days they came. A name in ten begins with Maryam, a word in all is Khan. */
const contacts = [
  `insert into contacts (company_id, id, phone_number, name, sort_name, language, fields, tags, consent, last_seen_at)
   select $1::uuid, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - ((n * 86400000.0 * $3) / $2)::bigint), 12, '0') || '7'
       || lpad(to_hex((n % 4096)::integer), 3, '0') || '8' || substr(md5($1::uuid::text || n), 1, 15))::uuid,
     '+96650' || (1000000 + n), initcap(sort_name), sort_name, case n % 3 when 0 then 'ar' when 1 then 'en' end,
     jsonb_build_object('city', 'City ' || n % 40, 'points', n),
     case when n % 10 = 0 then '{vip}' when n % 1000 = 1 then '{rare}' else '{}' end::text[],
     case when n % 100 = 0 then 'opted_out' when n % 2 = 0 then 'opted_in' else 'unknown' end,
     case when n % 3 = 0 then now() - make_interval(mins => (n % 250000)::integer) end
   from generate_series(0, $2::integer - 1) n,
     lateral (select (array['maryam','omar','sara','ali','noor','huda','yusuf','layla','hasan','amal'])[1 + n % 10]
       || ' ' || substr(md5(n::text), 1, 6) || ' khan' as sort_name) named`,
  `insert into contact_addresses (company_id, key, contact_id, kind, value, is_opted_out)
   select company_id, person_key(phone_number), id, 'phone', phone_number, consent = 'opted_out' from contacts where company_id = $1::uuid`,
  `insert into contact_fields (company_id, name, label, type) values ($1::uuid, 'city', 'City', 'text'), ($1::uuid, 'points', 'Points', 'number')`,
];

/** The campaign has the id of its company. One person in fifty failed, and has a message that says why; one was left out. */
const campaign = [
  `insert into campaigns (company_id, id, name, state, text, last_position, started_at, prepared_at)
   select $1::uuid, $1::uuid, 'A campaign', 'completed', 'Hello', count(*), now(), now() from contacts where company_id = $1::uuid`,
  `insert into campaign_recipients (company_id, campaign_id, position, phone_number, contact_id, state, reason, message_id, sent_at,
     delivered_at, read_at, failed_at)
   select $1::uuid, $1::uuid, n, phone_number, id, case n % 50 when 0 then 'failed' when 1 then 'skipped' when 2 then 'delivered' else 'read' end,
     case n % 50 when 0 then 'window_closed' when 1 then 'opted_out' end, message_id,
     case when n % 50 > 1 then at end, case when n % 50 > 1 then at end, case when n % 50 > 2 then at end,
     case when n % 50 = 0 then at end
   from (select id, phone_number, row_number() over (order by id) as n,
       now() - make_interval(secs => row_number() over (order by id) / 20.0) as at from contacts where company_id = $1::uuid) person
   left join (select id as message_id, row_number() over (order by id desc) * 50 as failed_at_position
     from messages where company_id = $1::uuid and is_exceptional and id >= first_id_at(now() - interval '30 days')) failed
     on failed_at_position = n`,
  `insert into campaign_counts (company_id, campaign_id, kind, name, detail, count)
   select $1::uuid, $1::uuid, fact.kind, fact.name, fact.detail, count(*)
   from campaign_recipients
   cross join lateral recipient_facts(state, reason, store_id, sent_at, delivered_at, read_at, failed_at, replied_at, pricing) fact
   where company_id = $1::uuid
   group by 3, 4, 5`,
];

/** A day of the large company: ten senders, five templates, of which two are free inside the window, and six countries. */
const costs = [
  `insert into cost_counts (company_id, day, sender_id, campaign_id, template, country, category, is_free, count)
   select $1::uuid, current_date - day, sender.id, case template when 1 then $1::uuid else '00000000-0000-0000-0000-000000000000' end,
     'template_' || template, country, category, is_free, 1 + (day + template) % 40
   from generate_series(0, $2::integer - 1) as day
   cross join (select id from senders where company_id = $1::uuid) sender
   cross join generate_series(1, 5) as template
   cross join unnest('{SA,AE,EG,JO,PK,IN}'::text[]) as country
   cross join lateral (select case when template > 3 then 'utility' when template = 1 then 'marketing_lite' else 'marketing' end) as kind (category)
   cross join unnest(case when template > 3 then '{true,false}' else '{false}' end::boolean[]) as is_free`,
  `insert into cost_changes (company_id, hour, sender_id, campaign_id, template, country, category, is_free, count)
   select $1::uuid, now(), $1::uuid, '00000000-0000-0000-0000-000000000000', 'template_2', 'SA', 'utility', false, $2::integer / $2::integer
   from generate_series(1, 200)`,
  `insert into cost_rates (country, category, amount, currency, valid_from)
   select country, category, 0.0123, 'USD', valid_from
   from unnest('{*,SA,AE,EG,JO,PK}'::text[]) as country, unnest('{marketing,utility,authentication,service}'::text[]) as category,
     unnest(array[current_date - 400, current_date - 90, current_date - 20]) as valid_from
   where $1::uuid is not null and $2::integer > 0`,
];

const analyzed =
  'contacts, contact_addresses, contact_fields, campaigns, campaign_recipients, campaign_counts, cost_counts, cost_rates';

/** Triggers are left out, so the caller has the role of a replica. */
export const fillPeople = async (
  client: pg.ClientBase,
  { days, messages, companies }: PeoplePlan,
): Promise<void> => {
  await client.query('set session_replication_role = replica');
  const [large, small] = companies;
  const contactsOfLarge = Math.min(contactsMax, Math.ceil(messages / 10));
  for (const companyId of [large, small, companies.at(-1)]) {
    const count = companyId === large ? contactsOfLarge : contactsOfOthers;
    for (const [index, sql] of contacts.entries())
      await client.query(sql, index === 0 ? [companyId, count, days] : [companyId]);
    for (const sql of campaign) await client.query(sql, [companyId]);
  }
  for (const sql of costs) await client.query(sql, [large, days]);
  await client.query('set session_replication_role = origin');
  await client.query(`vacuum analyze ${analyzed}`);
};
