// Templates: reading what the senders' accounts have, and making, changing and deleting them.

import { readPages } from './pages.ts';
import type { CallOptions, Request } from './request.ts';
import type {
  NewTemplate,
  Template,
  TemplateChange,
  TemplateEdit,
  TemplateQuery,
  TemplateSyncResult,
} from './types/templates.ts';

export interface TemplateCalls {
  /** The templates learned last come first. `fields` of each says what it takes when it is sent. */
  list(query?: TemplateQuery, options?: CallOptions): AsyncGenerator<Template, void, undefined>;
  get(templateId: string, options?: CallOptions): Promise<Template>;
  /** Its changes, newest first. */
  history(templateId: string, options?: CallOptions): Promise<readonly TemplateChange[]>;
  /** Submits it for WhatsApp's review. */
  create(template: NewTemplate, options?: CallOptions): Promise<Template>;
  /** All parts anew; it is reviewed again. */
  edit(templateId: string, change: TemplateEdit, options?: CallOptions): Promise<Template>;
  /** WhatsApp keeps its name taken for 30 days. */
  delete(templateId: string, options?: CallOptions): Promise<Template>;
  /** Reads them from the provider now. */
  sync(options?: CallOptions): Promise<TemplateSyncResult>;
}

const home = '/api/v1/templates';
const pathOf = (id: string): string => `${home}/${encodeURIComponent(id)}`;

export const createTemplateCalls = (request: Request): TemplateCalls => ({
  list: (query = {}, options = {}) => readPages<Template>(request, home, query, options),
  get: (id, options = {}) => request<Template>({ method: 'GET', path: pathOf(id), ...options }),
  history: async (id, options = {}) =>
    (
      await request<{ data: readonly TemplateChange[] }>({
        method: 'GET',
        path: `${pathOf(id)}/history`,
        ...options,
      })
    ).data,
  create: (template, options = {}) =>
    request<Template>({ method: 'POST', path: home, body: template, ...options }),
  edit: (id, change, options = {}) =>
    request<Template>({ method: 'PATCH', path: pathOf(id), body: change, ...options }),
  delete: (id, options = {}) => request<Template>({ method: 'DELETE', path: pathOf(id), ...options }),
  sync: (options = {}) => request<TemplateSyncResult>({ method: 'POST', path: `${home}/sync`, ...options }),
});
