// The trigger's own webhook at the gateway. n8n gives one trigger two addresses, for test and for production, and both
// may be listened at together: what is known of each is kept under its address.

import type { IDataObject, IHookFunctions, IHttpRequestOptions } from '../../n8n-types';

const home = '/api/v1/webhooks';

export interface Subscription {
  id: string;
  secret: string;
}

interface GatewayWebhook {
  id: string;
  url: string;
  events: string[];
  statuses: string[];
  state: string;
}

interface Wish {
  url: string;
  events: string[];
  statuses: string[];
}

/** By address. Works on n8n's own object, so that what is written is kept. */
export function subscriptionsIn(staticData: IDataObject): Record<string, Subscription> {
  staticData.subscriptions ??= {};
  return staticData.subscriptions as Record<string, Subscription>;
}

async function call<Answer>(
  hook: IHookFunctions,
  request: Omit<IHttpRequestOptions, 'baseURL'>,
): Promise<Answer> {
  const { baseUrl } = await hook.getCredentials('hudhudApi');
  return (await hook.helpers.httpRequestWithAuthentication.call(hook, 'hudhudApi', {
    ...request,
    baseURL: String(baseUrl).replace(/\/+$/, ''),
    json: true,
  })) as Answer;
}

/** An array is only known here when the editor shows it; a filter that is hidden does not count. */
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function wishOf(hook: IHookFunctions): Wish {
  const events = listOf(hook.getNodeParameter('events', []));
  const statuses = events.includes('message_status') ? listOf(hook.getNodeParameter('statuses', [])) : [];
  return { url: String(hook.getNodeWebhookUrl('default')), events, statuses };
}

const isSame = (one: string[], two: string[]): boolean =>
  one.length === two.length && one.every((value) => two.includes(value));

/** One that was switched off for failing is no use: a new one starts afresh. */
const fits = (webhook: GatewayWebhook, wish: Wish): boolean =>
  webhook.state !== 'disabled' &&
  isSame(webhook.events, wish.events) &&
  isSame(webhook.statuses, wish.statuses);

async function findAt(hook: IHookFunctions, url: string): Promise<GatewayWebhook[]> {
  const found: GatewayWebhook[] = [];
  let cursor: string | null = null;
  do {
    const qs: IDataObject = { limit: 200, ...(cursor !== null && { cursor }) };
    const page: { data: GatewayWebhook[]; next_cursor: string | null } = await call(hook, {
      method: 'GET',
      url: home,
      qs,
    });
    found.push(...page.data.filter((webhook) => new URL(webhook.url).href === new URL(url).href));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

export async function isSubscribed(hook: IHookFunctions): Promise<boolean> {
  const wish = wishOf(hook);
  const known = subscriptionsIn(hook.getWorkflowStaticData('node'))[wish.url];
  const webhooks = await findAt(hook, wish.url);
  return webhooks.some((webhook) => webhook.id === known?.id && fits(webhook, wish));
}

/** The address is this node's alone, so every webhook there is ours. */
async function removeAllAt(hook: IHookFunctions, url: string): Promise<void> {
  for (const { id } of await findAt(hook, url)) {
    await call(hook, { method: 'DELETE', url: `${home}/${encodeURIComponent(id)}` });
  }
}

/** Deletes webhooks left from before: their secret is lost, or their filter is another. */
export async function subscribe(hook: IHookFunctions): Promise<void> {
  const wish = wishOf(hook);
  await removeAllAt(hook, wish.url);
  const workflow = hook.getWorkflow().name ?? '';
  const description = `n8n: ${workflow}`.slice(0, 200);
  const { id, secret } = await call<Subscription>(hook, {
    method: 'POST',
    url: home,
    body: { ...wish, description },
  });
  subscriptionsIn(hook.getWorkflowStaticData('node'))[wish.url] = { id, secret };
}

export async function unsubscribe(hook: IHookFunctions): Promise<void> {
  const { url } = wishOf(hook);
  await removeAllAt(hook, url);
  delete subscriptionsIn(hook.getWorkflowStaticData('node'))[url];
}
