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
 * `POST /v1/access/otp`: generates a one-time code and sends it to `email`. The unit of `expires` is not shown; it is
 * sent as given.
 */
export async function createOtp(
  client: Client,
  body: OtpRequest,
  options?: RequestOptions,
): Promise<OtpCreated> {
  return client.request({ method: 'POST', path: '/v1/access/otp', body, schema: otpCreated }, options);
}

/** `POST /v1/access/otp/verify`: checks the code for the e-mail address. `success` says whether it was right. */
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
