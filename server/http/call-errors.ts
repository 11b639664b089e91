import { listRolesWith } from '../../contract/capabilities.ts';
import { capabilityOfStaff, listParameterNames, type Endpoint } from '../../contract/endpoint.ts';
import { actsOfColleagues, isOpenToViews } from './access.ts';
import { whyNotRemembered } from './remembered-calls.ts';

export interface CallError {
  status: number;
  code: string;
}

/** Errors other than the refusal by a rule. Codes of limits end with `_limit` and are 429; every other code is 400. */
const STATUSES: Readonly<Record<string, number>> = {
  'session.missing': 401,
  'session.wrong_login': 401,
  'session.ended': 403,
  'session.wrong_role': 403,
  not_found: 404,
  'http.not_in_time': 408,
  'http.too_large': 413,
  'http.content_type': 415,
  'http.range': 416,
  'http.too_many': 429,
  'http.too_many_at_once': 429,
  internal: 500,
  unavailable: 503,
  'http.too_slow': 503,
};

const CALL_ERRORS = [
  'http.bad_input',
  'http.bad_request',
  'http.too_many_at_once',
  'internal',
  'unavailable',
  'http.too_slow',
];
const BODY_ERRORS = ['http.bad_json', 'http.aborted', 'http.not_in_time', 'http.too_large', 'http.content_type'];
const KEY_ERRORS = ['http.idempotency_key', 'http.idempotency_reused'];
const FORM_ERRORS = [
  'http.bad_form',
  'http.two_files',
  'http.file_size',
  'http.file_empty',
  'uploads.attempt_limit',
  'uploads.at_once_limit',
  'storage.no_room',
];

/** Lists every error that a call can have: those that follow from what it is, and those listed in its contract. */
export function listCallErrors(endpoint: Endpoint): CallError[] {
  const { method, path, who, file, perMinute, needsActivation, errors = [] } = endpoint;
  const { withGeneratedPassword, withoutSecondFactor, needsFreshSignIn } = endpoint;
  const codes = [
    ...CALL_ERRORS,
    ...(method === 'GET' ? [] : BODY_ERRORS),
    ...(who === 'anyone' ? [] : ['session.missing', 'session.ended']),
    ...(who !== 'anyone' && who !== 'signed-in' ? ['session.wrong_role'] : []),
    ...(capabilityOfStaff(endpoint) === undefined ? [] : ['session.not_in_staff_role']),
    ...(who === 'anyone' ? [] : ['access-tokens.not_allowed']),
    ...(who === 'anyone' || isOpenToViews(endpoint) ? [] : ['session.view_only']),
    ...(mayCustomers(endpoint) && actsOfColleagues(endpoint) === 'refused' ? ['colleagues.not_allowed'] : []),
    ...(listParameterNames(path).length > 0 ? ['not_found'] : []),
    ...(perMinute === undefined ? [] : ['http.too_many']),
    ...(who === 'anyone' || withGeneratedPassword ? [] : ['accounts.new_password_needed']),
    ...(who === 'anyone' || withGeneratedPassword || withoutSecondFactor ? [] : ['accounts.second_factor_needed']),
    ...(needsFreshSignIn ? ['session.sign_in_again'] : []),
    ...(needsActivation ? ['accounts.activation_needed'] : []),
    ...(file === undefined ? [] : FORM_ERRORS),
    ...(whyNotRemembered(endpoint) === null ? KEY_ERRORS : []),
    ...(typeof file === 'object' ? ['http.file_missing'] : []),
    ...errors,
  ];
  return [...new Set(codes)].map((code) => ({ code, status: statusOf(code) }));
}

const mayCustomers = ({ who }: Endpoint) =>
  who === 'signed-in' || (who !== 'anyone' && listRolesWith(who).includes('CUSTOMER'));

const statusOf = (code: string): number => STATUSES[code] ?? (code.endsWith('_limit') ? 429 : 400);
