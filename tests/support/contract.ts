import * as v from 'valibot'
import { expect } from 'vitest'
import { Failed, Problem } from '#contract/schemas/errors.ts'
import {
  type OperationName,
  type OperationOutput,
  type Operations,
  operations,
} from '#contract/operations.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { PendingReply } from '#contract/schemas/sign-requests.ts'
import type { ApiReply } from './api.ts'

type KeyOf<Union> = Union extends unknown ? keyof Union : never
type ValueOf<Union, Key extends PropertyKey> = Union extends { [K in Key]?: infer Value } ? Value : never

/** The fields of every reply that the operation can give: those of a success, of a sign request and of a refusal. */
type FieldsOf<Union> = { [Key in KeyOf<Union>]?: ValueOf<Union, Key> }

/** A reply whose body the contract allows. */
export type ReplyOf<N extends OperationName> = ApiReply & {
  body: FieldsOf<OperationOutput<N> | v.InferOutput<typeof Failed> | v.InferOutput<typeof Problem>>
}

/** Checks a reply against the contract: its shape by status, and the format of refusals. */
export function expectContract<N extends OperationName>(
  name: N,
  reply: ApiReply,
): asserts reply is ReplyOf<N> {
  const operation: Operation = operations[name]
  const schema =
    reply.status === 202
      ? operation.asksForSignature && (operation.pending ?? PendingReply)
      : reply.status === 200
        ? operation.hasStatus && reply.body['status'] === 'failed' && 'requestId' in reply.body
          ? Failed
          : operation.reply
        : operation.hasStatus
          ? Failed
          : Problem
  if (schema === undefined)
    throw new Error(`${name} answered ${reply.status}, which its contract does not have.`)
  const body: unknown = JSON.parse(reply.text)
  const result = v.safeParse(schema, body)
  expect(
    result.success ? [] : result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`),
  ).toEqual([])
}

/** Checks a successful reply against the contract, and returns its body. */
export function expectReply<N extends OperationName>(
  name: N,
  reply: ApiReply,
): v.InferOutput<Operations[N]['reply']> {
  expectContract(name, reply)
  return v.parse(operations[name].reply, JSON.parse(reply.text))
}
