// The action node: n8n turns what is declared here into requests to the gateway's public API, and nothing else.

import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from '../../n8n-types';
import { campaignProperties } from './campaign-properties';
import { contactProperties } from './contact-properties';
import { getTemplateFields, getTemplates } from './load-templates';
import { messageProperties } from './message-properties';

export class Hudhud implements INodeType {
  methods = { loadOptions: { getTemplates }, resourceMapping: { getTemplateFields } };

  description: INodeTypeDescription = {
    displayName: 'Hudhud',
    name: 'hudhud',
    icon: { light: 'file:../../icons/hudhud.svg', dark: 'file:../../icons/hudhud.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Send WhatsApp messages and keep contacts and campaigns in your own Hudhud gateway',
    defaults: { name: 'Hudhud' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'hudhudApi', required: true }],
    requestDefaults: {
      baseURL: '={{ $credentials.baseUrl.replace(/\\/+$/, "") }}',
      headers: { Accept: 'application/json' },
      // Refusals are explained by explain-refusal.ts.
      ignoreHttpStatusErrors: true,
    },
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Campaign', value: 'campaign' },
          { name: 'Contact', value: 'contact' },
          { name: 'Message', value: 'message' },
        ],
        default: 'message',
      },
      ...messageProperties,
      ...contactProperties,
      ...campaignProperties,
    ],
  };
}
