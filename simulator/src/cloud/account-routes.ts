// Phone numbers, business profiles, registration and webhook subscriptions.
import type { FastifyInstance } from 'fastify';
import type { BusinessNumber } from '../account/numbers.ts';
import { asObject } from '../message/check-value.ts';
import type { Simulator } from '../simulator.ts';
import { GraphFailure, requireAccount, requireNumber, requireToken } from './authorize.ts';
import { graphError } from './graph-error.ts';
import { pickFields } from './pick-fields.ts';
import { simulatedAppId } from './sample-routes.ts';

const listFields =
  'id,verified_name,display_phone_number,quality_rating,code_verification_status,platform_type,throughput,webhook_configuration';
const profileFields = [
  'about',
  'address',
  'description',
  'email',
  'profile_picture_url',
  'websites',
  'vertical',
];

export function accountRoutes(app: FastifyInstance, simulator: Simulator): void {
  const { numbers } = simulator;

  app.get('/debug_token', (request) => {
    requireToken(simulator, request);
    const { input_token: token } = request.query as { input_token?: unknown };
    const isValid = typeof token === 'string' && numbers.isKnownToken(token);
    return {
      data: {
        app_id: simulatedAppId,
        type: 'SYSTEM_USER',
        application: 'Simulated App',
        is_valid: isValid,
        expires_at: isValid ? (numbers.tokenEnds(token) ?? 0) : 0,
        scopes: ['whatsapp_business_management', 'whatsapp_business_messaging', 'public_profile'],
      },
    };
  });

  app.get('/:id/phone_numbers', (request) => {
    const { fields } = request.query as { fields?: string };
    const data = requireAccount(simulator, request).map((number) =>
      pickFields(presentNumber(simulator, number), fields ?? listFields),
    );
    return { data, paging: { cursors: { before: 'MA==', after: 'MA==' } } };
  });

  app.get('/:id/whatsapp_business_profile', (request) => {
    const { profile } = requireNumber(simulator, request);
    const { fields } = request.query as { fields?: string };
    return {
      data: [{ ...pickFields(profile, fields ?? profileFields.join()), messaging_product: 'whatsapp' }],
    };
  });

  app.post('/:id/whatsapp_business_profile', (request) => {
    const number = requireNumber(simulator, request);
    const { messaging_product: product, ...changes } = asObject(request.body) ?? {};
    if (product !== 'whatsapp') throw refused('The parameter messaging_product is required.');
    const { about } = changes;
    if (about !== undefined && (typeof about !== 'string' || about === '' || about.length > 139)) {
      throw refused('Param about must be between 1 and 139 characters long.');
    }
    Object.assign(number.profile, pickFields(changes, profileFields.join()));
    return { success: true };
  });

  for (const action of ['register', 'deregister', 'request_code', 'verify_code']) {
    app.post(`/:id/${action}`, (request) => {
      requireNumber(simulator, request);
      return { success: true };
    });
  }

  app.get('/:id/subscribed_apps', (request) => {
    const [first] = requireAccount(simulator, request);
    const { isSubscribed, overrideCallbackUrl } = numbers.subscription(first?.wabaId ?? '');
    if (!isSubscribed) return { data: [] };
    const app = {
      id: '1000000000000001',
      link: 'https://www.facebook.com/games/?app_id=1000000000000001',
      name: 'Simulated App',
    };
    const override = overrideCallbackUrl && { override_callback_uri: overrideCallbackUrl };
    return { data: [{ whatsapp_business_api_data: app, ...override }] };
  });

  app.post('/:id/subscribed_apps', async (request) => {
    const [first] = requireAccount(simulator, request);
    const override = await readOverride(simulator, request.body, first?.verifyToken ?? '');
    numbers.subscribe(first?.wabaId ?? '', override ?? null);
    return { success: true };
  });

  app.delete('/:id/subscribed_apps', (request) => {
    const [first] = requireAccount(simulator, request);
    numbers.unsubscribe(first?.wabaId ?? '');
    return { success: true };
  });
}

/** `POST /{phone_number_id}`: a callback URL for this number alone, or a PIN. */
export async function changeNumber(
  simulator: Simulator,
  number: BusinessNumber,
  input: unknown,
): Promise<object> {
  const configuration = asObject(input)?.webhook_configuration;
  const override = await readOverride(simulator, configuration, number.verifyToken);
  if (override !== undefined) number.overrideCallbackUrl = override;
  return { success: true };
}

/** The callback URL to use instead, null to clear it, undefined when nothing is said; it must pass the handshake. */
async function readOverride(
  simulator: Simulator,
  input: unknown,
  usualToken: string,
): Promise<string | null | undefined> {
  const { override_callback_uri: url, verify_token: token = usualToken } = asObject(input) ?? {};
  if (url === undefined) return undefined;
  if (url === '') return null;
  if (typeof url !== 'string' || url.length > 200) {
    throw refused('Param override_callback_uri must be a URL of at most 200 characters.');
  }
  const verification = await simulator.verifyCallback(url, String(token));
  if (verification.kind === 'verified') return url;
  throw new GraphFailure(graphError(2200, `Callback verification failed: ${verification.reason}.`));
}

export function presentNumber(simulator: Simulator, number: BusinessNumber): Record<string, unknown> {
  const { throughputPerSecond } = simulator.settings.of(number.phoneNumberId);
  return {
    verified_name: number.verifiedName,
    display_phone_number: number.displayPhoneNumber,
    quality_rating: number.standing.qualityRating,
    status: number.standing.status,
    name_status: number.standing.nameStatus,
    code_verification_status: 'VERIFIED',
    platform_type: 'CLOUD_API',
    account_mode: 'SANDBOX',
    throughput: { level: throughputPerSecond > 0 && throughputPerSecond <= 80 ? 'STANDARD' : 'HIGH' },
    whatsapp_business_manager_messaging_limit: number.standing.messagingLimit,
    health_status: { can_send_message: 'AVAILABLE', entities: [] },
    webhook_configuration: {
      application: number.callbackUrl,
      ...(number.overrideCallbackUrl && { phone_number: number.overrideCallbackUrl }),
    },
    id: number.phoneNumberId,
  };
}

function refused(details: string): GraphFailure {
  return new GraphFailure(graphError(100, details));
}
