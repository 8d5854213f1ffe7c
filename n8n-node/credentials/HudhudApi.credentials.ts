// How a workflow proves to a Hudhud gateway whom it speaks for: both headers on every request, tried out against
// the one route that only says who the token belongs to.

import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from '../n8n-types';

export class HudhudApi implements ICredentialType {
  name = 'hudhudApi';

  displayName = 'Hudhud API';

  documentationUrl = 'https://hudhud.example/docs/n8n';

  icon: Icon = { light: 'file:../icons/hudhud.svg', dark: 'file:../icons/hudhud.dark.svg' };

  properties: INodeProperties[] = [
    {
      displayName: 'Base Address',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://hudhud.example.com',
      description: 'Where your gateway answers, without /api',
    },
    {
      displayName: 'Company ID',
      name: 'companyId',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'co_01kagx5p9ne0ps4a2v7qk3m8dz',
    },
    {
      displayName: 'Token',
      name: 'apiToken',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'The security token of the company. The gateway shows it once, when it is made.',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: {
      headers: {
        Authorization: '=Bearer {{ $credentials.apiToken }}',
        'X-Company-ID': '={{ $credentials.companyId }}',
      },
    },
  };

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{ $credentials.baseUrl.replace(/\\/+$/, "") }}',
      url: '/api/v1/me',
      method: 'GET',
    },
  };
}
