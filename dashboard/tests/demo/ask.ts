// Requests of the demo company's own systems, and of the simulated people. What is refused stops the filling: a demo
// that lacks half of its data would go unnoticed. Requests that are meant to fail say so.

export interface Ask {
  readonly url: string;
  readonly companyId: string;
  /** Any request to the API with the company's token. */
  readonly api: <Answer>(method: string, path: string, body?: object) => Promise<Answer>;
  /** One that is meant to be refused. */
  readonly refused: (path: string, body: object) => Promise<void>;
  /** A file of contacts. */
  readonly upload: (fileName: string, csv: string) => Promise<string>;
  /** A message of a simulated person to the company's number. */
  readonly writeAs: (account: string, written: Written) => Promise<void>;
}

interface Written {
  readonly from: string;
  /** How the person calls themselves in WhatsApp. */
  readonly name: string;
  readonly text: string;
}

interface Keys {
  readonly url: string;
  readonly companyId: string;
  readonly token: string;
  /** The value of an owner's session cookie. */
  readonly session: string;
}

export function askWith({ url, companyId, token, session }: Keys): Ask {
  const system = {
    authorization: `Bearer ${token}`,
    'x-company-id': companyId,
    'user-agent': 'clinic-erp/4.2',
  };
  const person = {
    cookie: `hudhud_session=${session}`,
    origin: url,
    'x-hudhud-client': 'dashboard',
    'x-company-id': companyId,
  };
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(`${url}${path}`, init);
    if (!response.ok) throw new Error(`${init.method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const withBody = (method: string, headers: Record<string, string>, body?: object): RequestInit => ({
    method,
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return {
    url,
    companyId,
    api: async (method, path, body) => {
      const response = await ask(`/api/v1${path}`, withBody(method, system, body));
      return response.status === 204 ? null : await response.json();
    },
    refused: async (path, body) => {
      const response = await fetch(`${url}/api/v1${path}`, withBody('POST', system, body));
      if (response.ok) throw new Error(`${path} was taken, but was meant to be refused.`);
    },
    upload: async (fileName, csv) => {
      const headers = { ...system, 'content-type': 'text/csv' };
      const path = `/api/v1/contact-imports?file_name=${encodeURIComponent(fileName)}`;
      const response = await ask(path, { method: 'POST', headers, body: csv });
      return ((await response.json()) as { id: string }).id;
    },
    writeAs: async (account, written) => {
      const init = withBody('POST', person, { type: 'text', ...written });
      await ask(`/simulator/control/numbers/${account}/inbound`, init);
    },
  };
}
