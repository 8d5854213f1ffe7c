// Made from contract/ by `npm run docs`: the types of problem, as the API has them. Do not edit.

/** The codes of docs/errors.md. More may come. */
export type ErrorCode =
  | 'invalid_json'
  | 'json_too_deep'
  | 'invalid_http'
  | 'request_timeout'
  | 'headers_too_large'
  | 'invalid_credentials'
  | 'route_not_found'
  | 'body_too_large'
  | 'unsupported_content_type'
  | 'missing_field'
  | 'unknown_field'
  | 'wrong_type'
  | 'invalid_value'
  | 'invalid_id'
  | 'invalid_cursor'
  | 'invalid_characters'
  | 'rate_limited'
  | 'too_many_open_requests'
  | 'too_many_streams'
  | 'internal_error'
  | 'overloaded'
  | 'store_unavailable'
  | 'token_expired'
  | 'token_scope_missing'
  | 'token_network_refused'
  | 'token_not_found'
  | 'token_name_taken'
  | 'too_many_tokens'
  | 'invalid_network'
  | 'callback_refused'
  | 'trial_expired'
  | 'company_suspended'
  | 'handshake_refused'
  | 'callback_address_unknown'
  | 'message_not_found'
  | 'request_not_found'
  | 'sender_not_found'
  | 'sender_exists'
  | 'too_many_senders'
  | 'sender_in_use'
  | 'call_not_found'
  | 'message_not_cancellable'
  | 'message_not_retryable'
  | 'idempotency_in_progress'
  | 'request_not_failed'
  | 'request_not_retryable'
  | 'invalid_phone_number'
  | 'invalid_schedule'
  | 'batch_empty'
  | 'batch_too_large'
  | 'unknown_provider'
  | 'unknown_channel'
  | 'sender_missing'
  | 'unknown_sender'
  | 'unknown_store'
  | 'invalid_idempotency_key'
  | 'idempotency_key_reused'
  | 'provider_rejected'
  | 'text_empty'
  | 'text_too_long'
  | 'wrong_count'
  | 'repeated_value'
  | 'invalid_rates'
  | 'window_closed'
  | 'content_not_carried'
  | 'target_not_found'
  | 'target_not_usable'
  | 'placeholder_unresolved'
  | 'unknown_message_type'
  | 'template_not_found'
  | 'template_id_unknown'
  | 'template_not_approved'
  | 'template_paused'
  | 'template_variable_missing'
  | 'template_variable_unknown'
  | 'template_variable_invalid'
  | 'template_header_missing'
  | 'template_header_kind'
  | 'template_button_missing'
  | 'template_invalid'
  | 'template_exists'
  | 'template_not_changeable'
  | 'templates_not_carried'
  | 'template_refused'
  | 'media_not_found'
  | 'media_gone'
  | 'media_not_ready'
  | 'media_range_invalid'
  | 'media_too_big'
  | 'media_empty'
  | 'media_type_not_allowed'
  | 'media_type_mismatch'
  | 'media_fetch_failed'
  | 'media_quota_reached'
  | 'media_link_invalid'
  | 'media_store_unavailable'
  | 'message_not_incoming'
  | 'read_not_carried'
  | 'webhook_not_found'
  | 'delivery_not_found'
  | 'recovery_not_found'
  | 'too_many_webhooks'
  | 'recovery_running'
  | 'invalid_webhook_url'
  | 'invalid_webhook_header'
  | 'secrets_required'
  | 'webhook_url_blocked'
  | 'alert_channel_unavailable'
  | 'campaign_not_found'
  | 'campaign_state'
  | 'campaign_not_ready'
  | 'campaign_has_problems'
  | 'campaign_file_unreadable'
  | 'campaign_file_too_large'
  | 'template_unavailable'
  | 'unknown_segment'
  | 'contact_not_found'
  | 'contact_field_not_found'
  | 'segment_not_found'
  | 'contact_import_not_found'
  | 'contact_merge_not_found'
  | 'contact_merge_final'
  | 'contact_merge_same'
  | 'contact_exists'
  | 'contact_field_exists'
  | 'segment_exists'
  | 'contact_import_state'
  | 'too_many_contact_fields'
  | 'too_many_segments'
  | 'too_many_contact_imports'
  | 'contact_import_too_large'
  | 'contact_import_unreadable'
  | 'contact_import_mapping'
  | 'contact_field_invalid'
  | 'contact_field_reserved'
  | 'default_country_missing'
  | 'unknown_country'
  | 'recipient_opted_out'
  | 'not_signed_in'
  | 'sign_in_refused'
  | 'second_factor_required'
  | 'second_factor_wrong'
  | 'passkey_refused'
  | 'cross_site_refused'
  | 'not_a_member'
  | 'role_too_low'
  | 'user_required'
  | 'operator_required'
  | 'sign_up_closed'
  | 'wrong_password'
  | 'company_not_found'
  | 'store_not_found'
  | 'member_not_found'
  | 'invitation_not_found'
  | 'session_not_found'
  | 'passkey_not_found'
  | 'email_taken'
  | 'already_member'
  | 'last_owner'
  | 'last_operator'
  | 'mail_unavailable'
  | 'store_in_use'
  | 'too_many_stores'
  | 'too_many_members'
  | 'too_many_companies'
  | 'too_many_passkeys'
  | 'passkeys_unavailable'
  | 'second_factor_active'
  | 'second_factor_not_started'
  | 'unknown_timezone'
  | 'company_name_differs'
  | 'password_too_weak'
  | 'passkey_not_added'
  | 'token_too_weak'
  | 'link_invalid';

/** Why something did not work, and what to do about it. */
export interface Failure {
  /** The provider's own code, or a word of ours where it gave none. */
  readonly code: string;
  readonly title: string;
  /** What the other side said, for people who know it. */
  readonly detail: string;
  /** What happened. */
  readonly cause: string;
  /** What to do about it. */
  readonly action: string;
}

export interface FieldError {
  /** Stable code; the errors page explains each. */
  readonly code: ErrorCode;
  /** What is wrong with this field and what is expected. */
  readonly detail: string;
  /** JSON pointer into the body. */
  readonly pointer?: string;
  /** Name of the query parameter or header. */
  readonly parameter?: string;
}

/** An error answer (RFC 9457). */
export interface Problem {
  /** Address of the page that explains the code. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Stable code; the errors page explains each. */
  readonly code: ErrorCode;
  readonly request_id: string;
  /** The message this problem is about. */
  readonly message_id?: string;
  /** What the provider said. */
  readonly provider_error?: Failure;
  /** Of `window_closed`: when the window of the person closes or closed; null: they never wrote. */
  readonly closes_at?: string | null;
  /** Of `window_closed`: up to three approved templates that can be sent instead. */
  readonly templates?: ReadonlyArray<{
    readonly name: string;
    readonly language: string;
  }>;
  readonly errors?: readonly FieldError[];
}
