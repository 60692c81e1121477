import * as v from 'valibot'
import { expect } from 'vitest'
import { Failed, Problem } from '#contract/schemas/errors.ts'
import { type OperationName, type Operations, operations } from '#contract/operations.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { PendingReply } from '#contract/schemas/sign-requests.ts'
import type { ApiReply } from './api.ts'

/** Checks a reply against the contract: its shape by status, and the format of refusals. */
export function expectContract(name: OperationName, reply: ApiReply): void {
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
