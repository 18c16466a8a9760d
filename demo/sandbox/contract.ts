import { readFile } from 'node:fs/promises';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { OpenAPIValidator } from 'openapi-backend';
import type { Document } from 'openapi-backend';
import { dereference } from 'openapi-backend/refparser.js';
import { parse } from 'yaml';
import type { operations } from '../../src/api/openapi.d.ts';
import { describeViolations, type Violation } from './http/errors.ts';

export type OperationId = keyof operations;

export interface ContractOperation {
  id: OperationId;
  method: string;
  path: string;
  takesBody: boolean;
}

export interface RequestToCheck {
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  body: unknown;
}

export type CheckedRequest =
  | { valid: true; query: Record<string, unknown> }
  | { valid: false; violations: Violation[] };

/** The interface as src/api/openapi.yaml describes it: operations, valid requests and valid responses. */
export interface Contract {
  operations: ContractOperation[];
  checkRequest(operation: ContractOperation, request: RequestToCheck): CheckedRequest;
  /** Empty if the response is valid. */
  checkResponse(operation: ContractOperation, status: number, body: unknown): Violation[];
  /** A check against one named schema of the contract, for records that do not come over the wire. */
  checkSchema(name: string, value: unknown, options?: { partial?: boolean }): Violation[];
}

let loaded: Promise<Contract> | undefined;

/** Compiling the contract takes longer than starting a sandbox, so all sandboxes of a process share it. */
export function loadContract(): Promise<Contract> {
  loaded ??= compileContract();
  return loaded;
}

const FORMATS = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  date: (text: string): boolean => {
    const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
    // Date.parse lets 2026-02-31 roll over into March.
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  },
};

/**
 * OpenAPI 3.1 uses JSON Schema 2020-12; the validator's built-in Ajv uses draft-07. The schemas are not checked against the
 * meta-schema: a test checks the contract, and each operation and status has its own Ajv, which would compile it again.
 */
export function createAjv(options: ConstructorParameters<typeof Ajv2020>[0] = {}): Ajv2020 {
  return new Ajv2020({ ...options, strict: false, allErrors: true, formats: FORMATS, validateSchema: false });
}

async function compileContract(): Promise<Contract> {
  const text = await readFile(new URL('../../src/api/openapi.yaml', import.meta.url), 'utf8');
  const definition = await dereference<Document>(parse(text) as Document);
  const validator = new OpenAPIValidator({
    definition,
    coerceTypes: true,
    // A test that asks for two operations should not wait for the schemas of all fourteen.
    lazyCompileValidators: true,
    customizeAjv: (_original, options) => createAjv(options),
  });
  const routes = validator.router.getOperations();
  const statuses = new Map(
    routes.map(({ operationId, responses = {} }) => [operationId, Object.keys(responses)]),
  );
  const schemas = compileSchemas(definition);

  return {
    operations: routes.map(({ operationId, method, path, requestBody }) => ({
      id: operationId as OperationId,
      method: method.toUpperCase(),
      path,
      takesBody: requestBody !== undefined,
    })),

    checkRequest({ id, method, path }, { params, query, body }) {
      // The validator takes path parameters from the path and decodes them once.
      const concrete = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      );
      const headers: Record<string, string> =
        body === undefined ? {} : { 'content-type': 'application/json' };
      const { valid, errors, coerced } = validator.validateRequest(
        { method, path: concrete, query, headers, body },
        id,
      );
      if (!valid) return { valid: false, violations: describeViolations(errors ?? []) };
      return { valid: true, query: (coerced?.query ?? {}) as Record<string, unknown> };
    },

    checkResponse({ id }, status, body) {
      const declared = statuses.get(id) ?? [];
      // `default` describes errors. Without this check, a wrong success status would be validated with the
      // error schema, which accepts nearly every object.
      if (status < 400 && !declared.includes(String(status)) && !declared.includes('2XX')) {
        return [{ path: '/', message: `status ${status} is not declared` }];
      }
      const { errors } = validator.validateResponse(body, id, status);
      return describeViolations(errors ?? []);
    },

    checkSchema(name, value, { partial = false } = {}) {
      const check = schemas(name, partial);
      return check(value) ? [] : describeViolations(check.errors ?? []);
    },
  };
}

function compileSchemas(definition: Document): (name: string, partial: boolean) => ValidateFunction {
  const ajv = createAjv();
  const compiled = new Map<string, ValidateFunction>();
  return (name, partial) => {
    const cacheKey = `${name} ${partial}`;
    let check = compiled.get(cacheKey);
    if (!check) {
      const schema = definition.components?.schemas?.[name];
      if (!schema) throw new Error(`The contract has no schema ${name}`);
      check = ajv.compile(partial ? { ...schema, required: [] } : schema);
      compiled.set(cacheKey, check);
    }
    return check;
  };
}
