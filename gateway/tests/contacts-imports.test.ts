// Files of contacts: every row becomes the right contact or is refused with a reason, for any file and
// any fault on the way.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Contact } from '@hudhud/contract/contacts.ts';
import type { ContactImport } from '@hudhud/contract/imports.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { type TestCompany, useApiGateway, useGateway } from './support/gateway.ts';
import { makeXlsx, makeZipBomb } from './support/make-xlsx.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useGateway({ environment: { ROLES: 'api,campaigns' } });
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const upload = (company: TestCompany, body: string | Buffer, type = 'text/csv') =>
  company.call<ContactImport>('POST', '/api/v1/contact-imports?file_name=people', {
    body,
    headers: { 'content-type': type },
  });

const read = async (company: TestCompany, id: string): Promise<ContactImport> =>
  (await company.get<ContactImport>(`/api/v1/contact-imports/${id}`)).body;

const start = (company: TestCompany, id: string, body: object) =>
  company.call<ContactImport>('POST', `/api/v1/contact-imports/${id}/start`, { body });

const finish = (company: TestCompany, id: string, patience = 20_000): Promise<ContactImport> =>
  waitUntil(
    'the import was over',
    async () => {
      const job = await read(company, id);
      return ['done', 'failed', 'cancelled'].includes(job.state) && job;
    },
    patience,
  );

/** Uploads, starts with what was guessed, and waits for the end. */
const importFile = async (
  company: TestCompany,
  file: string | Buffer,
  options: object = {},
  type?: string,
): Promise<ContactImport> => {
  const { body, status, text } = await upload(company, file, type);
  expect(status, text).toBe(201);
  const started = await start(company, body.id, { mapping: body.preview.mapping, ...options });
  expect(started.status, started.text).toBe(202);
  return await finish(company, body.id);
};

const people = async (company: TestCompany): Promise<string[]> => {
  const { body } = await company.get<{ data: Contact[] }>('/api/v1/contacts?sort=name&limit=200');
  return body.data.map(({ phone_number: phone, name }) => `${phone} ${name}`);
};

const refusals = async (company: TestCompany, job: ContactImport): Promise<string[]> => {
  const { text } = await company.get(`/api/v1/contact-imports/${job.id}/refused.csv`);
  return text
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split(',').slice(0, 2).join(' '));
};

const sa = { default_country: 'SA' };

describe('a dirty file', () => {
  it('is imported row by row, right or refused with its line and the reason', async () => {
    const company = await gateway.createCompany();
    const file = [
      '\ufeffالاسم;رقم الجوال;ملاحظات',
      'سارة;٠٥٠١٢٣٤٥٦١;"سطر',
      'ثان"',
      'محمد;00966501234562;',
      '"علي; الصغير";+966 50 123 4563;x',
      '',
      'مكرر;0501234561;',
      'ناقص;05012345;',
      'مقطوع;9.66501E+11;',
      'اثنان;0501234564 / 0501234565;',
      'كثير;0501234566;x;y',
      'فارغ;;',
      'نص;اتصل بي;',
      'خارج;+442079460958;',
    ].join('\r\n');
    const job = await importFile(company, file, sa);
    expect(job).toMatchObject({
      state: 'done',
      rows_done: 11,
      rows_total: 11,
      progress: 1,
      created: 4,
      updated: 0,
      refused: 7,
    });
    expect(await people(company)).toEqual([
      '+442079460958 خارج',
      '+966501234561 سارة',
      '+966501234563 علي; الصغير',
      '+966501234562 محمد',
    ]);
    expect(await refusals(company, job)).toEqual([
      '7 duplicate_in_file',
      '8 invalid_phone_number',
      '9 invalid_phone_number',
      '10 invalid_phone_number',
      '11 too_many_cells',
      '12 invalid_phone_number',
      '13 invalid_phone_number',
    ]);
    const { body } = await company.get<{ data: Contact[] }>('/api/v1/contacts?q=966501234561');
    expect(body.data[0]?.notes).toBe('سطر\nثان');
  });

  it('in windows-1256 says so, and has its names right', async () => {
    const company = await gateway.createCompany();
    // "الاسم,الجوال" and "سارة", as an old Arabic Windows writes them.
    const file = Buffer.concat([
      Buffer.from('c7e1c7d3e32cc7e1cce6c7e10d0a', 'hex'),
      Buffer.from('d3c7d1c92c303530313233343536370d0a', 'hex'),
    ]);
    const uploaded = await upload(company, file);
    expect(uploaded.body.preview).toMatchObject({
      encoding: 'windows-1256',
      delimiter: ',',
      headers: ['الاسم', 'الجوال'],
      mapping: ['name', 'phone_number'],
    });
    await start(company, uploaded.body.id, { mapping: ['name', 'phone_number'], ...sa });
    await finish(company, uploaded.body.id);
    expect(await people(company)).toEqual(['+966501234567 سارة']);
  });

  it('refuses a row with a broken letter, and no other', async () => {
    const company = await gateway.createCompany();
    const good = Array.from(
      { length: 20 },
      (_, index) => `سارة,+9665012345${String(index).padStart(2, '0')}\n`,
    );
    const file = Buffer.concat([
      Buffer.from(`name,phone\n${good.join('')}`),
      Buffer.from([0xd3, 0x41]),
      Buffer.from(',+966501234599\n'),
    ]);
    const job = await importFile(company, file);
    expect(job).toMatchObject({ created: 20, refused: 1 });
    expect(await refusals(company, job)).toEqual(['22 broken_characters']);
  });

  it('without headings is recognised by its numbers', async () => {
    const company = await gateway.createCompany();
    const { body } = await upload(company, '+966501234567,Sara\n+966501234568,Huda\n');
    expect(body.preview).toMatchObject({ has_header: false, mapping: ['phone_number', null] });
    const job = await importFile(company, '+966501234567,Sara\n+966501234568,Huda\n', {
      mapping: ['phone_number', 'name'],
    });
    expect(job.created).toBe(2);
  });

  it('that cannot be read as a whole fails with a sentence', async () => {
    const company = await gateway.createCompany();
    const job = await importFile(company, `phone\n+966501234567\n"${'x\n'.repeat(20)}`, {
      mapping: ['phone_number'],
    }).catch((error: Error) => error.message);
    // The mistake stands in the first rows already, so the upload says it.
    expect(JSON.stringify(job)).toContain('quotation mark');
  });

  it.each([
    ['nothing', ''],
    ['only empty lines', '\n\n  \n'],
  ])('with %s is refused', async (_name, file) => {
    const company = await gateway.createCompany();
    expectProblem(await upload(company, file), 'contact_import_unreadable');
  });
});

describe('an XLSX file', () => {
  it('is read with shared texts, long numbers, days and gaps', async () => {
    const company = await gateway.createCompany();
    for (const [name, type] of [
      ['born', 'date'],
      ['visits', 'number'],
    ])
      await company.call('POST', '/api/v1/contact-fields', { body: { name, type } });
    const file = makeXlsx([
      ['Name', 'Mobile', 'born', 'visits'],
      ['سارة & <Co>', { number: '966501234561' }, { day: 32_874 }, { number: '3' }],
      ['Huda', { number: '9.66501234562E11' }, null, { number: '1.5' }],
      [null, '0501234563'],
      ['سارة & <Co>', { number: '9.66501E+11' }],
    ]);
    const job = await importFile(company, file, sa, xlsxType);
    expect(job).toMatchObject({ format: 'xlsx', created: 3, refused: 1 });
    expect(await people(company)).toEqual([
      '+966501234563 ',
      '+966501234562 Huda',
      '+966501234561 سارة & <Co>',
    ]);
    const { body } = await company.get<{ data: Contact[] }>('/api/v1/contacts?q=966501234561');
    expect(body.data[0]?.fields).toEqual({ born: '1990-01-01', visits: 3 });
  });

  it('that grows beyond all measure is refused', async () => {
    const company = await gateway.createCompany();
    const answer = await upload(company, makeZipBomb(40 * 1_048_576), xlsxType);
    expectProblem(answer, 'contact_import_unreadable');
    expect(answer.text).toContain('grows');
  });

  it.each([
    ['an old office file', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])],
    ['no ZIP file at all', Buffer.from('name,phone\n'.repeat(20))],
    ['cut off in the middle', makeXlsx([['phone'], ['+966501234567']]).subarray(0, 300)],
  ])('that is %s is refused', async (_name, file) => {
    const company = await gateway.createCompany();
    expectProblem(await upload(company, file, xlsxType), 'contact_import_unreadable');
  });
});

describe('an import', () => {
  const file = 'phone,name,tags\n+966501234561,Sara,"vip, a"\n+966501234562,Huda,\n';

  it('as a dry run writes nothing, says what would happen, and can then be done', async () => {
    const company = await gateway.createCompany();
    await company.call('PUT', '/api/v1/contacts/by-phone/+966501234561', { body: { name: 'Old' } });
    const { body } = await upload(company, file);
    const { mapping } = body.preview;
    await start(company, body.id, { mapping, dry_run: true });
    expect(await finish(company, body.id)).toMatchObject({
      is_dry_run: true,
      options: { mapping: body.preview.mapping, dry_run: true },
      created: 1,
      updated: 1,
    });
    expect(await people(company)).toEqual(['+966501234561 Old']);
    await start(company, body.id, { mapping });
    expect(await finish(company, body.id)).toMatchObject({ is_dry_run: false, created: 1, updated: 1 });
    expect(await people(company)).toEqual(['+966501234562 Huda', '+966501234561 Sara']);
    expectProblem(await start(company, body.id, { mapping }), 'contact_import_state');
  });

  it('leaves people as they are who are there already, when that is asked for', async () => {
    const company = await gateway.createCompany();
    await company.call('PUT', '/api/v1/contacts/by-phone/+966501234561', { body: { name: 'Old' } });
    const job = await importFile(company, file, { on_duplicate: 'skip' });
    expect(job).toMatchObject({ created: 1, updated: 0, skipped: 1 });
    expect(await people(company)).toEqual(['+966501234562 Huda', '+966501234561 Old']);
  });

  it('gives tags and consent to everybody, and takes nothing away', async () => {
    const company = await gateway.createCompany();
    await company.call('PUT', '/api/v1/contacts/by-phone/+966501234562', { body: { tags: ['old'] } });
    await importFile(company, file, {
      tags: ['imported'],
      consent: { state: 'opted_in', source: 'fair 2026' },
    });
    const { body } = await company.get<{ data: Contact[] }>('/api/v1/contacts?sort=name');
    expect(body.data.map(({ tags }) => tags)).toEqual([
      ['imported', 'old'],
      ['a', 'imported', 'vip'],
    ]);
    expect(body.data[0]?.consent).toMatchObject({ state: 'opted_in', source: 'fair 2026' });
  });

  it('does not bring back people who have opted out', async () => {
    const company = await gateway.createCompany();
    const { body } = await company.call<Contact>('PUT', '/api/v1/contacts/by-phone/+966501234561', {
      body: {},
    });
    await company.call('POST', `/api/v1/contacts/${body.id}/consent`, { body: { state: 'opted_out' } });
    await importFile(company, file, { consent: { state: 'opted_in', source: 'list' } });
    const read = await company.get<Contact>(`/api/v1/contacts/${body.id}`);
    expect(read.body).toMatchObject({ name: 'Sara', consent: { state: 'opted_out' } });
  });

  it.each([
    ['no column is the number', ['name', null, null]],
    ['two columns are the same', ['phone_number', 'phone_number', null]],
    ['a column is something unknown', ['phone_number', 'field.town', null]],
  ])('is refused when %s', async (_name, mapping) => {
    const company = await gateway.createCompany();
    const { body } = await upload(company, file);
    expectProblem(await start(company, body.id, { mapping }), 'contact_import_mapping');
  });

  it('can be cancelled, and is then over', async () => {
    const company = await gateway.createCompany();
    const { body } = await upload(company, file);
    const cancelled = await company.call<ContactImport>('POST', `/api/v1/contact-imports/${body.id}/cancel`);
    expect(cancelled.body.state).toBe('cancelled');
    expectProblem(await start(company, body.id, { mapping: body.preview.mapping }), 'contact_import_state');
  });

  it('is larger than any body of JSON may be, and still bounded', async () => {
    const small = await useApiGateway({
      database: gateway.database,
      environment: { IMPORT_BYTES_MAX: '2000000' },
    });
    const company = await small.createCompany();
    const row = `+966501234567,${'x'.repeat(100)}\n`;
    const fits = await upload(company, `phone,name\n${row.repeat(15_000)}`);
    expect(fits.status).toBe(201);
    const tooLarge = await upload(company, `phone,name\n${row.repeat(20_000)}`).catch(() => null);
    // A caller that still sends when it is answered may see the connection close instead.
    if (tooLarge) expectProblem(tooLarge, 'contact_import_too_large');
    expect((await company.get<{ data: object[] }>('/api/v1/contact-imports')).body.data).toHaveLength(1);
  });

  it('refuses other kinds of files', async () => {
    const company = await gateway.createCompany();
    expectProblem(await upload(company, file, 'application/pdf'), 'unsupported_content_type');
  });
});

const processes: ChildProcess[] = [];
afterAll(() => {
  for (const child of processes) child.kill('SIGKILL');
});

interface ImportProcess {
  readonly child: ChildProcess;
  /** The most memory it was seen to use, in bytes. */
  readonly memory: () => number;
}

const startProcess = (): ImportProcess => {
  const script = fileURLToPath(new URL('./support/import-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, gateway.database.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  let memory = 0;
  child.stdout?.on('data', (text: Buffer) => {
    for (const line of String(text).split('\n')) memory = Math.max(memory, Number(line) || 0);
  });
  return { child, memory: () => memory };
};

const manyRows = (count: number): string => {
  const rows = ['phone,name,tags'];
  for (let index = 0; index < count; index += 1) {
    // Every thousandth is no number, every five-hundredth stands there twice.
    if (index % 1_000 === 999) rows.push('12,Nobody,x');
    else
      rows.push(`+9665${String(index % 500 === 250 ? index - 1 : index).padStart(8, '0')},Person ${index},a`);
  }
  return rows.join('\n');
};

/** A machine that is busy with other things takes its time. */
const patience = 120_000;

describe('a large import', () => {
  it('survives the sudden death of its process, twice, and counts every row once', async () => {
    const alone = await useApiGateway({ database: gateway.database });
    await gateway.stop();
    const company = await alone.createCompany();
    const { body } = await upload(company, manyRows(9_000));
    await start(company, body.id, { mapping: body.preview.mapping });
    for (const least of [1, 5_000]) {
      const { child } = startProcess();
      await waitUntil(
        `${least} rows were done`,
        async () => (await read(company, body.id)).rows_done >= least,
        patience,
      );
      child.kill('SIGKILL');
      // A dead process does not renew its lease; the test need not wait for its end.
      await gateway.database.query(`update contact_imports set leased_until = now() where state = 'running'`);
    }
    startProcess();
    const job = await finish(company, body.id, patience);
    expect(job).toMatchObject({ state: 'done', rows_done: 9_000, refused: 27 });
    expect(job.created + job.updated + job.skipped + job.refused).toBe(9_000);
    const [counted] = await gateway.database.query<{ count: number }>(
      'select count(*)::integer as count from contacts where company_id = $1',
      [company.uuid],
    );
    expect(counted?.count).toBe(9_000 - 27);
    expect(job.created).toBe(9_000 - 27);
    expect(await refusals(company, job)).toHaveLength(27);
  }, 300_000);

  it('of a hundred thousand rows stays within a bounded memory', async () => {
    const alone = await useApiGateway({ database: gateway.database });
    const company = await alone.createCompany();
    const { body } = await upload(company, manyRows(100_000));
    const { child, memory } = startProcess();
    await start(company, body.id, { mapping: body.preview.mapping, dry_run: true });
    const job = await finish(company, body.id, patience);
    expect(job).toMatchObject({ state: 'done', rows_done: 100_000 });
    child.kill('SIGKILL');
    expect(memory()).toBeGreaterThan(0);
    expect(memory() / 1_048_576).toBeLessThan(350);
  }, 300_000);
});
