// People of the journeys: made through the API, so that a journey begins where it gets interesting.

export const goodPassword = 'violet-harbour-47';
export const sessionCookieName = 'hudhud_session';

/** Answers the value of the session cookie. */
export async function signUpByApi(url: string, fields: object): Promise<string> {
  const response = await fetch(`${url}/api/v1/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: goodPassword, ...fields }),
  });
  const session = /hudhud_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  if (!session) throw new Error(`Nobody was signed up: ${await response.text()}`);
  return session;
}

let people = 0;

/** A new e-mail address. */
export function newEmail(): string {
  people += 1;
  return `person-${people}-${Math.random().toString(36).slice(2)}@example.com`;
}
