import type { Client, RequestOptions } from './client.ts';
import type { OtpCreated, OtpRequest, OtpVerification, OtpVerificationRequest } from './models.ts';
import { text } from './models.ts';
import { boolean, maybe, object, type Schema, unknown } from './schema.ts';
import { hideSecret } from './secret.ts';

const otpCreated: Schema<OtpCreated> = object<OtpCreated>({ id: unknown, message: text, email: text });

const otpVerification: Schema<OtpVerification> = object<OtpVerification>({
  success: maybe(boolean),
  message: text,
});

/**
 * `POST /v1/access/otp`: generates a one-time code and sends it to `email` (sections Endpoints and OTP responses).
 * The document does not show the unit of `expires`, so it is sent unchanged.
 */
export async function createOtp(
  client: Client,
  body: OtpRequest,
  options?: RequestOptions,
): Promise<OtpCreated> {
  return client.request({ method: 'POST', path: '/v1/access/otp', body, schema: otpCreated }, options);
}

/**
 * `POST /v1/access/otp/verify`: checks a one-time code for an e-mail address (sections Endpoints and OTP
 * responses). `success` is true if the code is right.
 */
export async function verifyOtp(
  client: Client,
  body: OtpVerificationRequest,
  options?: RequestOptions,
): Promise<OtpVerification> {
  return client.request(
    {
      method: 'POST',
      path: '/v1/access/otp/verify',
      body,
      hide: hideSecret(body.code),
      schema: otpVerification,
    },
    options,
  );
}
