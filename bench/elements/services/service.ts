/**
 * The part of a vendor's service that its page asks for before it shows itself, answered on this machine: as an address
 * of the pages' server (`/service/NAME/...`) where the vendor lets a shop name one, else in place of the vendor's host.
 */

export interface ServiceRequest {
  method: string;
  url: URL;
}

export interface Answer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body: string;
}

export interface Service {
  /** The hosts that it cannot be told to leave alone, as patterns of addresses: `https://*.example.com/*`. */
  hosts?: string[];
  /** Undefined for what is not part of it. */
  answer: (request: ServiceRequest) => Answer | undefined;
}

export const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});
