// Writes the pages that say what the code knows: docs/errors.md from the error catalogue, the table of settings in
// docs/operations.md, the playbook of Meta's errors in docs/providers.md, the samples in the guides, the copy of the OpenAPI document and
// the Postman collection. Tests hold them against the code, so run `npm run docs` after changing either.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { errorCatalogue } from '@hudhud/contract/errors.ts';
import { settingsTable } from '../gateway/src/config/settings-table.ts';
import { playbookTable } from '../gateway/src/providers/cloud-api/playbook-table.ts';
import { infobipPlaybook } from '../gateway/src/providers/infobip/playbook.ts';
import { twilioPlaybook } from '../gateway/src/providers/twilio/playbook.ts';
import { vonagePlaybook } from '../gateway/src/providers/vonage/playbook.ts';
import { writeClientTypes } from './client-types/write-client-types.ts';
import { fillSamples } from './docs/fill-samples.ts';
import { writeOpenApi } from './docs/write-open-api.ts';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));

const errorsPage = [
  '# Errors',
  '',
  'Every error answer is an [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) problem (`application/problem+json`) with',
  'a stable `code`. A code never changes its meaning. Field errors are listed in `errors`, each with its own code and a',
  'JSON `pointer` (body) or a `parameter` (query, header). This page is made from `contract/src/errors.ts` by',
  '`npm run docs`; the gateway serves the same texts at `/docs/errors`.',
  ...Object.entries(errorCatalogue).flatMap(([code, entry]) => [
    '',
    `### \`${code}\``,
    '',
    `**${entry.status}. ${entry.title}.** ${entry.cause}`,
    '',
    `What to do: ${entry.action}`,
  ]),
  '',
].join('\n');

writeFileSync(`${docs}errors.md`, errorsPage);

const operations = readFileSync(`${docs}operations.md`, 'utf8');
const marked = /<!-- settings -->[\s\S]*<!-- \/settings -->/;
const table = `<!-- settings -->\n\n${settingsTable()}\n\n<!-- /settings -->`;
writeFileSync(
  `${docs}operations.md`,
  operations.replace(marked, () => table),
);

/** Between the marks of this name in docs/providers.md. */
function writePlaybook(name: string, table: string): void {
  const page = readFileSync(`${docs}providers.md`, 'utf8');
  const place = new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`);
  const filled = `<!-- ${name} -->\n\n${table}\n\n<!-- /${name} -->`;
  writeFileSync(
    `${docs}providers.md`,
    page.replace(place, () => filled),
  );
}

writePlaybook('playbook', playbookTable());
writePlaybook('playbook twilio', playbookTable(twilioPlaybook));
writePlaybook('playbook infobip', playbookTable(infobipPlaybook));
writePlaybook('playbook vonage', playbookTable(vonagePlaybook));
fillSamples(docs);
writeClientTypes();

const hurt = await writeOpenApi();
if (hurt.length > 0) {
  console.error(
    `contract/openapi.json was not written, because customers would trip over this:\n  ${hurt.join('\n  ')}\n` +
      'Keep what was there, or raise the version in gateway/package.json.',
  );
  process.exitCode = 1;
}
