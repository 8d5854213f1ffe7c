// The trigger node: a workflow starts when a person writes or a message changes its status. It subscribes at the gateway
// when the workflow is switched on, and takes the subscription back when it is switched off.

import {
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from '../../n8n-types';
import { isSubscribed, subscribe, subscriptionsIn, unsubscribe } from './gateway-webhook';
import { isFromGateway } from './verify-delivery';

export class HudhudTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Hudhud Trigger',
    name: 'hudhudTrigger',
    icon: { light: 'file:../../icons/hudhud.svg', dark: 'file:../../icons/hudhud.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts the workflow when a WhatsApp message comes in or changes its status',
    defaults: { name: 'Hudhud Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'hudhudApi', required: true }],
    webhooks: [
      {
        name: 'default',
        httpMethod: 'POST',
        responseMode: 'onReceived',
        responseData: 'noData',
        path: 'webhook',
      },
    ],
    properties: [
      {
        displayName: 'Trigger On',
        name: 'events',
        type: 'multiOptions',
        options: [
          {
            name: 'Incoming Message',
            value: 'incoming_message',
            description: 'A person wrote to one of your numbers',
          },
          {
            name: 'Message Status',
            value: 'message_status',
            description: 'A message that you sent has a new status',
          },
        ],
        default: ['incoming_message'],
        required: true,
      },
      {
        displayName: 'Statuses',
        name: 'statuses',
        type: 'multiOptions',
        displayOptions: { show: { events: ['message_status'] } },
        options: [
          { name: 'Cancelled', value: 'cancelled' },
          { name: 'Delivered', value: 'delivered' },
          { name: 'Expired', value: 'expired' },
          { name: 'Failed', value: 'failed' },
          { name: 'Played', value: 'played' },
          { name: 'Read', value: 'read' },
          { name: 'Sent', value: 'sent' },
          { name: 'Unconfirmed', value: 'unconfirmed' },
        ],
        default: [],
        description:
          'Only these statuses start the workflow; none chosen means every one. The gateway sends no others, so they cost no executions.',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return await isSubscribed(this);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        await subscribe(this);
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        await unsubscribe(this);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const secrets = Object.values(subscriptionsIn(this.getWorkflowStaticData('node'))).map(
      ({ secret }) => secret,
    );
    const delivery = { headers: this.getHeaderData(), body: this.getRequestObject().rawBody };
    if (!isFromGateway(delivery, secrets, Date.now())) {
      // The gateway tries again: a delivery may come in the instant before n8n has kept the secret.
      this.getResponseObject().status(401).json({ message: 'The signature is missing, wrong or too old.' });
      return { noWebhookResponse: true };
    }
    const event = this.getBodyData();
    // A test of the webhook from the dashboard is answered well, and starts nothing.
    const events = this.getNodeParameter('events', []) as string[];
    if (!events.includes(String(event.event))) return {};
    return { workflowData: [this.helpers.returnJsonArray([event])] };
  }
}
