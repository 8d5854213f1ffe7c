// Fills a fresh gateway with what a clinic would have after a busy morning: people, a campaign, messages in every status,
// a webhook that works and one that does not, and requests that were refused.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Ask } from './ask.ts';
import { demoPeople } from './people.ts';
import type { Receivers } from './receivers.ts';

const sara = '+966501234567';
const waitMilliseconds = 60_000;
/** Every look is a request, and the Event Monitor shows them all. */
const lookMilliseconds = 500;

async function waitUntil(what: string, look: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + waitMilliseconds;
  while (!(await look())) {
    if (Date.now() > giveUpAt) throw new Error(`Waited in vain until ${what}.`);
    await sleep(lookMilliseconds);
  }
}

export async function fillWithDemo(ask: Ask, receivers: Receivers): Promise<void> {
  const account = await nameCompany(ask);
  await addWebhooks(ask, receivers);
  await addPeople(ask);
  await readTemplates(ask);
  await importFile(ask);
  await runCampaigns(ask);
  await sendMessages(ask);
  await talk(ask, account);
  await failRequests(ask);
  await comeToRest(ask);
}

/** Answers the account of the simulated number. */
async function nameCompany(ask: Ask): Promise<string> {
  await ask.api('PATCH', '/company', { name: 'Al Noor Clinic', timezone: 'Asia/Riyadh' });
  await ask.api('POST', '/stores', { name: 'Olaya branch' });
  await ask.api('POST', '/stores', { name: 'Jeddah Corniche' });
  const senders = await ask.api<{ data: { account: string }[] }>('GET', '/senders');
  return senders.data[0]?.account ?? '';
}

async function addWebhooks(ask: Ask, { working, broken }: Receivers): Promise<void> {
  await ask.api('POST', '/webhooks', { url: working, description: 'Appointments system' });
  await ask.api('POST', '/webhooks', {
    url: broken,
    description: 'Old CRM',
    events: ['incoming_message'],
  });
}

async function addPeople(ask: Ask): Promise<void> {
  await ask.api('POST', '/contact-fields', { name: 'city', label: 'City', type: 'text' });
  await ask.api('POST', '/contact-fields', { name: 'visits', label: 'Visits', type: 'number' });
  const { refused } = await ask.api<{ refused: number }>('POST', '/contacts/bulk', { contacts: demoPeople });
  if (refused > 0) throw new Error(`${refused} of the demo's people were refused.`);
  const everybody = [
    ['Regular patients in Riyadh', { fields: [{ name: 'city', operator: 'equals', value: 'Riyadh' }] }],
    ['VIP', { tags_any: ['vip'], consent: ['opted_in'] }],
  ] as const;
  for (const [name, filter] of everybody) await ask.api('POST', '/segments', { name, filter });
}

/** Those that the business account has, as everybody finds them at first. */
async function readTemplates(ask: Ask): Promise<void> {
  await ask.api('POST', '/templates/sync');
}

async function importFile(ask: Ask): Promise<void> {
  const rows = ['Phone,Name,City', '+966551110001,Maha Saleh,Riyadh', '+966551110002,Ziad Omar,Jeddah'];
  const id = await ask.upload('new-patients.csv', [...rows, 'no number,Nobody,Dammam'].join('\n'));
  await ask.api('POST', `/contact-imports/${id}/start`, {
    mapping: ['phone_number', 'name', 'field.city'],
    tags: ['patient'],
  });
}

async function runCampaigns(ask: Ask): Promise<void> {
  const { id } = await ask.api<{ id: string }>('POST', '/campaigns', {
    name: 'Ramadan opening hours',
    text: 'Hello {{name|there}}, in Ramadan we are open from 8 pm until 2 am. We wish you a blessed month.',
    audience: { tags: ['patient'] },
  });
  await ask.api('POST', `/campaigns/${id}/start`, {
    exclude: ['opted_out', 'placeholder_unresolved', 'invalid_phone_number', 'duplicate'],
  });
  await waitUntil(
    'the campaign is over',
    async () => (await ask.api<{ state: string }>('GET', `/campaigns/${id}`)).state === 'completed',
  );
  await ask.api('POST', '/campaigns', {
    name: 'Dental check-up',
    text: 'Hello {{name|there}}, your last check-up is half a year ago. Reply YES for an appointment.',
    audience: { tags: ['dental'] },
  });
}

async function sendMessages(ask: Ask): Promise<void> {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const texts: [string, string, object?][] = [
    ['+15551000011', 'Your invoice of 320 SAR is ready.'],
    ['+15551000012', 'Dr. Haddad is ten minutes late today. We are sorry.'],
    ['+15551000005', 'Your prescription is waiting at the desk.'],
    ['+15550131026', 'Your blood test results are ready.'],
    ['+15550131049', 'Winter vaccinations: this week without an appointment.'],
    ['+15550000500', 'Please confirm your appointment on Sunday.'],
    [sara, 'Reminder: your appointment is tomorrow at 9:30.', { schedule_at: tomorrow }],
  ];
  for (const [to, message, more] of texts) {
    // Some of these are meant to fail at the provider: then the answer is a refusal, and the message is kept.
    await ask.api('POST', '/messages/send', { to, message, ...more }).catch(() => undefined);
  }
  const last = { to: '+966501234604', message: 'Your parking permit', schedule_at: tomorrow };
  const { message_id: id } = await ask.api<{ message_id: string }>('POST', '/messages/send', last);
  await ask.api('POST', `/messages/${id}/cancel`);
}

async function talk(ask: Ask, account: string): Promise<void> {
  const lines: [text: string, isOwn: boolean][] = [
    ['Hello Sara, your appointment with Dr. Haddad is on Tuesday at 17:30. Does that suit you?', true],
    ['Yes, thank you! Is there parking nearby?', false],
    ['There is: the garage behind the clinic, free for patients. Take the lift to the third floor.', true],
    ['Perfect. See you on Tuesday.', false],
    ['We look forward to seeing you. Please bring your insurance card.', true],
  ];
  for (const [text, isOwn] of lines) {
    if (isOwn) {
      const body = { to: sara, message: text, reference: 'APT-20417' };
      const { message_id: id } = await ask.api<{ message_id: string }>('POST', '/messages/send', body);
      await waitUntil(
        'it is read',
        async () => (await ask.api<{ status: string }>('GET', `/messages/${id}`)).status === 'read',
      );
    } else {
      await ask.writeAs(account, { from: sara, name: 'Sara Al Harbi', text });
    }
  }
}

async function failRequests(ask: Ask): Promise<void> {
  const bodies = [
    { to: '0501234567', message: 'Your appointment is confirmed.' },
    { to: sara, message: 'Hello {{patient_title}}, your results are here.' },
    { to: sara, mesage: 'Your appointment is confirmed.' },
    { to: sara, message: '' },
  ];
  for (const body of bodies) await ask.refused('/messages/send', body);
}

/** Deliveries follow their events, and the log of calls is written a little later. */
async function comeToRest(ask: Ask): Promise<void> {
  for (const list of ['deliveries?state=delivered', 'deliveries?state=waiting', 'calls']) {
    await waitUntil(`there are ${list}`, async () => {
      const separator = list.includes('?') ? '&' : '?';
      const page = await ask.api<{ data: unknown[] }>('GET', `/${list}${separator}limit=1`);
      return page.data.length > 0;
    });
  }
}
