import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { Failed, Problem } from '#contract/schemas/errors.ts'
import { operations } from '#contract/operations.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { PendingReply } from '#contract/schemas/sign-requests.ts'

type Json = Record<string, unknown>

function createSchema(source: v.GenericSchema, typeMode: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = toJsonSchema(source, { errorMode: 'ignore', typeMode })
  return rest
}

/** Parameter of every `keyed` operation (`worker/domain/idempotency`). */
const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same call with the same key and body gets the same answer for 24 hours; another body is refused with 422.',
  schema: { type: 'string', maxLength: 200 },
}

function listParameters(operation: Operation): Json[] {
  const from = (source: v.GenericSchema | undefined, place: 'path' | 'query') => {
    if (source === undefined) return []
    const { properties, required } = createSchema(source, 'input')
    const names = Array.isArray(required) ? required : []
    return Object.entries(typeof properties === 'object' && properties !== null ? properties : {}).map(
      ([name, of]) => ({
        name,
        in: place,
        required: place === 'path' || names.includes(name),
        schema: of,
      }),
    )
  }
  return [
    ...from(operation.params, 'path'),
    ...from(operation.query, 'query'),
    ...(operation.keyed ? [idempotencyKey] : []),
  ]
}

const createContent = (type: string, of: Json) => ({ content: { [type]: { schema: of } } })

function describeOperation(id: string, operation: Operation): Json {
  const problem = createContent('application/problem+json', { $ref: '#/components/schemas/Problem' })
  const failedContent = createContent('application/json', { $ref: '#/components/schemas/Failed' })
  const reply = createSchema(operation.reply, 'output')
  return {
    operationId: id,
    summary: operation.summary,
    ...(operation.fresh === true
      ? { description: 'Needs a sign-in within the last hour; otherwise 401 `fresh_sign_in_required`.' }
      : {}),
    tags: [operation.tag],
    parameters: listParameters(operation),
    ...(operation.auth === 'none'
      ? {}
      : { security: operation.auth === 'optional' ? [{ session: [] }, {}] : [{ session: [] }] }),
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            ...createContent('application/json', createSchema(operation.body, 'input')),
          },
        }),
    ...(operation.form === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            ...createContent('multipart/form-data', createSchema(operation.form, 'input')),
          },
        }),
    responses: {
      200: {
        description: operation.hasStatus ? 'The outcome, or a refusal by the rules of the market' : 'OK',
        ...createContent(
          'application/json',
          operation.hasStatus ? { anyOf: [reply, { $ref: '#/components/schemas/Failed' }] } : reply,
        ),
      },
      ...(operation.asksForSignature
        ? {
            202: {
              description:
                'What to sign: at once with Prefer: respond-async, otherwise when nobody has signed for four minutes',
              ...createContent('application/json', createSchema(operation.pending ?? PendingReply, 'output')),
            },
          }
        : {}),
      default: { description: 'Refused', ...(operation.hasStatus ? failedContent : problem) },
    },
  }
}

/** Returns an OpenAPI 3.1 document of every call, generated from the contract's table. */
export function openApiDocument(origin: string): Json {
  const paths: Record<string, Json> = {}
  for (const [id, operation] of Object.entries(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(id, operation),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'OPX',
      version: '1',
      description:
        'The NFT marketplace of the XRP Ledger. Amounts are drops as text, or {currency, issuer, value}. Answers to a request with a session token carry `OPX-Newer-Sign-In` (ISO 8601) when the account has signed in elsewhere since, and `OPX-Session: ended` when the session has ended.',
    },
    externalDocs: { url: `${origin}/api/problems`, description: 'Every error code and what to do about it' },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: { Problem: createSchema(Problem, 'output'), Failed: createSchema(Failed, 'output') },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
