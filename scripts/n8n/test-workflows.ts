// The workflows that test:n8n runs, as the editor would save them.

const credentialsOf = (id: string) => ({ hudhudApi: { id, name: 'Hudhud' } });

const send = (credentialId: string, to: string, message: string) => ({
  id: '0a4f6a3e-0000-4000-8000-000000000002',
  name: 'Send',
  type: 'n8n-nodes-hudhud.hudhud',
  typeVersion: 1,
  position: [220, 0],
  parameters: { resource: 'message', operation: 'send', to, message, options: {} },
  credentials: credentialsOf(credentialId),
});

const oneAfter = (first: string) => ({ [first]: { main: [[{ node: 'Send', type: 'main', index: 0 }]] } });

export const sendWorkflow = (credentialId: string) => ({
  name: 'Send',
  nodes: [
    {
      id: '0a4f6a3e-0000-4000-8000-000000000001',
      name: 'Manual',
      type: 'n8n-nodes-base.manualTrigger',
      typeVersion: 1,
      position: [0, 0],
      parameters: {},
    },
    send(credentialId, '+966501234567', '=Sum {{ 1 + 1 }}'),
  ],
  connections: oneAfter('Manual'),
  settings: { executionOrder: 'v1' },
});

export const echoWorkflow = (credentialId: string) => ({
  name: 'Echo',
  nodes: [
    {
      id: '0a4f6a3e-0000-4000-8000-000000000003',
      name: 'Hudhud Trigger',
      type: 'n8n-nodes-hudhud.hudhudTrigger',
      typeVersion: 1,
      position: [0, 0],
      webhookId: '5f0c9d1e-0000-4000-8000-000000000004',
      parameters: { events: ['incoming_message'] },
      credentials: credentialsOf(credentialId),
    },
    send(credentialId, '=+{{ $json.data.sender_phone }}', '=You said {{ $json.data.message_body }}'),
  ],
  connections: oneAfter('Hudhud Trigger'),
  settings: { executionOrder: 'v1' },
});
