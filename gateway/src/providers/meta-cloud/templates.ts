// Templates of a business account at Meta: read page by page, made, changed and deleted.

import type { OutgoingHttp, OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { findForeignRule, findRule, toFailure } from '../cloud-api/find-rule.ts';
import { asFields, asText, readErrorAnswer } from '../cloud-api/graph-error.ts';
import { readListedTemplate, templateFields, toTemplateBody } from '../cloud-api/read-template.ts';
import { parseObject } from '../exchange.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { StoredFile } from '../media-part.ts';
import type { Failure, ProviderFields } from '../provider.ts';
import type { ListedTemplate, SampleUpload, TemplateChange, TemplatePart } from '../template-part.ts';
import { askToken } from './ask-graph.ts';
import { field, graphHeaders, graphUrl, metaFields } from './fields.ts';

const timeoutMilliseconds = 30_000;
const answerBytesMax = 8 * 1_048_576;
const pageTemplates = 100;
/** An account has at most 6,000. */
const pagesMax = 100;

type Answer =
  | { readonly kind: 'answered'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'failed'; readonly failure: Failure };

const broken = (detail: string): Failure => ({
  code: 'connection_failed',
  title: 'Meta could not be reached',
  detail,
  cause: 'Meta could not be reached, or did not answer in time.',
  action: 'Try again later; check the base address of the sender if it stays so.',
});

const readAnswer = (result: OutgoingResult): Answer => {
  if (result.kind !== 'answered') return { kind: 'failed', failure: broken(result.detail) };
  const error = readErrorAnswer(result.body);
  if (error) return { kind: 'failed', failure: toFailure(error, findRule(error, result.status)) };
  if (result.status >= 300) {
    const { cause, action } = findForeignRule(result.status);
    const title = 'The answer was not one of Meta';
    return {
      kind: 'failed',
      failure: { code: `http_${result.status}`, title, detail: `HTTP ${result.status}`, cause, action },
    };
  }
  const body = parseObject(result.body);
  if (body) return { kind: 'answered', body };
  return { kind: 'failed', failure: broken('The answer was not one of Meta.') };
};

const ask = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body: object | null = null,
): Promise<Answer> => {
  const answer = readAnswer(
    await http.send({
      method,
      url: graphUrl(fields, path),
      headers: graphHeaders(fields),
      body: body && JSON.stringify(body),
      timeoutMilliseconds,
      answerBytesMax,
    }),
  );
  return answer.kind === 'failed'
    ? { kind: 'failed', failure: secretsOf(metaFields, fields).hideInFailure(answer.failure) }
    : answer;
};

const accountPath = (fields: ProviderFields): string =>
  `${encodeURIComponent(field(fields, 'waba_id'))}/message_templates`;

const list: TemplatePart['list'] = async (http, fields) => {
  const templates: ListedTemplate[] = [];
  let after = '';
  for (let page = 0; page < pagesMax; page += 1) {
    const query = new URLSearchParams({ fields: templateFields, limit: String(pageTemplates) });
    if (after !== '') query.set('after', after);
    const answer = await ask(http, fields, 'GET', `${accountPath(fields)}?${query}`);
    if (answer.kind === 'failed') return { kind: 'broken', failure: answer.failure };
    const { data, paging } = answer.body;
    if (!Array.isArray(data)) return { kind: 'broken', failure: broken('The answer held no list.') };
    templates.push(...data.flatMap((one) => readListedTemplate(one) ?? []));
    const next = asFields(paging);
    const cursor = asText(asFields(next?.cursors)?.after) ?? '';
    if (next?.next === undefined || cursor === '' || cursor === after) return { kind: 'listed', templates };
    after = cursor;
  }
  return { kind: 'broken', failure: broken('The list of templates did not end.') };
};

const toChange = (answer: Answer, known: { reference: string; category: string | null }): TemplateChange =>
  answer.kind === 'failed'
    ? { kind: 'refused', failure: answer.failure }
    : {
        kind: 'taken',
        reference: asText(answer.body.id) ?? known.reference,
        status: (asText(answer.body.status) ?? 'PENDING').toUpperCase(),
        category: asText(answer.body.category)?.toUpperCase() ?? known.category,
      };

/** 16 MB over a line of 3 Mbit/s. */
const sampleMilliseconds = 60_000;

/** The app that the token belongs to, which samples are uploaded to. */
const findApp = async (http: OutgoingHttp, fields: ProviderFields): Promise<Answer> => {
  const token = await askToken(http, fields);
  if (token.kind === 'failed') return token;
  const app = asText(asFields(token.body.data)?.app_id);
  return app
    ? { kind: 'answered', body: { app } }
    : { kind: 'failed', failure: broken('Meta does not say which app the token belongs to.') };
};

/** Meta's resumable upload: a session first, then the bytes. */
const uploadSample = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  file: StoredFile,
): Promise<SampleUpload> => {
  const app = await findApp(http, fields);
  if (app.kind === 'failed') return { kind: 'refused', failure: app.failure };
  const query = new URLSearchParams({
    file_name: file.filename,
    file_length: String(file.bytes),
    file_type: file.mimeType,
  });
  const session = await ask(http, fields, 'POST', `${app.body.app}/uploads?${query}`);
  if (session.kind === 'failed') return { kind: 'refused', failure: session.failure };
  const answer = readAnswer(
    await http.send({
      method: 'POST',
      url: graphUrl(fields, asText(session.body.id) ?? ''),
      headers: {
        authorization: `OAuth ${field(fields, 'access_token')}`,
        'content-type': 'application/octet-stream',
        file_offset: '0',
      },
      body: { stream: await file.open(), byteLength: file.bytes },
      timeoutMilliseconds: sampleMilliseconds,
      answerBytesMax,
    }),
  );
  const handle = answer.kind === 'answered' ? asText(answer.body.h) : null;
  if (handle) return { kind: 'uploaded', handle };
  const failure = answer.kind === 'failed' ? answer.failure : broken('The answer held no handle.');
  return { kind: 'refused', failure: secretsOf(metaFields, fields).hideInFailure(failure) };
};

export const metaTemplates: TemplatePart = {
  uploadSample,
  accountOf: (fields) => field(fields, 'waba_id'),
  list,
  async create(http, fields, template) {
    const answer = await ask(http, fields, 'POST', accountPath(fields), toTemplateBody(template));
    return toChange(answer, { reference: '', category: template.category });
  },
  async edit(http, fields, reference, template) {
    // Meta does not change the category of an approved one, and says nothing of the status.
    const { components, category } = template;
    const body = { components, category };
    const answer = await ask(http, fields, 'POST', encodeURIComponent(reference), body);
    return toChange(answer, { reference, category });
  },
  async remove(http, fields, { reference, name }) {
    const query = new URLSearchParams({ hsm_id: reference, name });
    const answer = await ask(http, fields, 'DELETE', `${accountPath(fields)}?${query}`);
    return answer.kind === 'failed' ? { kind: 'refused', failure: answer.failure } : { kind: 'removed' };
  },
};
