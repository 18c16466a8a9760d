import { checkNumber, checkObject, checkText } from './arguments.ts';
import type { Client, RequestOptions } from './client.ts';
import type { OtpCreated, OtpRequest, OtpVerification, OtpVerificationRequest } from './models.ts';
import { text } from './models.ts';
import { boolean, maybe, object, type Schema, unknown } from './schema.ts';

const otpCreated: Schema<OtpCreated> = object<OtpCreated>({ id: unknown, message: text, email: text });

const otpVerification: Schema<OtpVerification> = object<OtpVerification>({
  success: maybe(boolean),
  message: text,
});

/**
 * `POST /v1/access/otp`: generates a one-time code and sends it to `email` (sections Endpoints and OTP responses).
 * The document does not show the unit of `expires`, so it is sent unchanged.
 *
 * @throws InvalidArgumentError if `email` is not a string or `expires` not a finite number
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * const { id } = await createOtp(client, { email: 'shopper@example.com' });
 */
export async function createOtp(
  client: Client,
  body: OtpRequest,
  options?: RequestOptions,
): Promise<OtpCreated> {
  checkObject('body', body);
  checkText('email', body.email);
  checkNumber('expires', body.expires, -Number.MAX_VALUE, Number.MAX_VALUE);
  return client.request(
    { operation: 'createOtp', method: 'POST', path: '/v1/access/otp', body, schema: otpCreated },
    options,
  );
}

/**
 * `POST /v1/access/otp/verify`: checks a one-time code for an email address (sections Endpoints and OTP
 * responses). `success` is true if the code is right. Errors never contain the code.
 *
 * @throws InvalidArgumentError if `email` or `code` is not a string
 * @throws ServiceError if the service refuses; any other `AnyApiError` if the call fails
 * @example
 * const { success } = await verifyOtp(client, { email: 'shopper@example.com', code: '482913' });
 */
export async function verifyOtp(
  client: Client,
  body: OtpVerificationRequest,
  options?: RequestOptions,
): Promise<OtpVerification> {
  checkObject('body', body);
  checkText('email', body.email);
  checkText('code', body.code);
  return client.request(
    {
      operation: 'verifyOtp',
      method: 'POST',
      path: '/v1/access/otp/verify',
      body,
      secrets: [body.code ?? ''],
      schema: otpVerification,
    },
    options,
  );
}
