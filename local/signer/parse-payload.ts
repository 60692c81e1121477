import { encode } from 'ripple-binary-codec'
import * as v from 'valibot'
import type { Json } from '#local/lib/rpc.ts'
import { Batch } from './batch.ts'
import { withoutPseudoType } from './sign-blob.ts'
import type { CustomMeta, PayloadOptions } from './types.ts'

const text = v.nullish(v.string(), null)

const Body = v.object({
  txjson: v.looseObject({ TransactionType: v.string() }),
  options: v.optional(
    v.object({
      submit: v.optional(v.boolean(), true),
      // Expiry in minutes; by default one day.
      expire: v.optional(v.number(), 1440),
      signers: v.nullish(v.array(v.string()), null),
      // The only account that may sign a Batch.
      signer: text,
      force_network: text,
      return_url: v.optional(v.object({ app: text, web: text }), { app: null, web: null }),
    }),
    {},
  ),
  custom_meta: v.optional(
    v.object({
      identifier: v.nullish(v.pipe(v.string(), v.maxLength(40)), null),
      blob: v.nullish(v.record(v.string(), v.unknown()), null),
      instruction: v.nullish(v.pipe(v.string(), v.maxLength(280)), null),
    }),
    {},
  ),
  user_token: text,
})

export interface CreateRequest {
  txjson: Json
  options: PayloadOptions
  customMeta: CustomMeta
  userToken: string | null
}

/** Xaman's error codes for an invalid body. */
export type Refusal = { code: 602 | 603; reason: string }

function firstIssue([issue]: [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]], of: string): Refusal {
  return { code: 602, reason: `${v.getDotPath(issue) ?? of}: ${issue.message}` }
}

/** Returns why a transaction cannot be signed, or null. Batch signatures given as text are replaced during signing. */
function transactionProblem(txjson: Json): Refusal | null {
  let encodedFields = withoutPseudoType(txjson)
  if (txjson['TransactionType'] === 'Batch') {
    const batch = v.safeParse(Batch, txjson)
    if (!batch.success) return firstIssue(batch.issues, 'txjson')
    encodedFields = {
      ...batch.output,
      BatchSigners: batch.output.BatchSigners.filter((signer) => typeof signer !== 'string'),
    }
  }
  try {
    encode(encodedFields)
    return null
  } catch (error) {
    return {
      code: 603,
      reason: error instanceof Error ? error.message : 'The transaction cannot be encoded.',
    }
  }
}

/**
 * Parses the body of `POST payload`; returns an error if it is invalid. Length limits are those of Xaman's
 * documentation.
 */
export function parsePayload(body: string): CreateRequest | Refusal {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return { code: 602, reason: 'The body is not JSON.' }
  }
  const parsedBody = v.safeParse(Body, json)
  if (!parsedBody.success) return firstIssue(parsedBody.issues, 'body')
  const { txjson, options, custom_meta, user_token } = parsedBody.output
  const problem = transactionProblem(txjson)
  if (problem !== null) return problem
  return {
    txjson,
    options: {
      submit: options.submit && txjson.TransactionType !== 'SignIn',
      expire: options.expire,
      signers: options.signer === null ? options.signers : [options.signer],
      forceNetwork: options.force_network,
      returnApp: options.return_url.app,
      returnWeb: options.return_url.web,
    },
    customMeta: custom_meta,
    userToken: user_token,
  }
}
