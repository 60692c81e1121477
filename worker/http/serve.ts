import type { Hono } from 'hono'
import type * as v from 'valibot'
import { type OperationName, type Operations, operations } from '#worker/contract/operations.ts'
import type { Operation } from '#worker/contract/operations/operation.ts'
import { readForm } from './form.ts'
import { digestOf, idempotencyKey } from './idempotency.ts'
import { queryOf } from './query.ts'
import { failedResponse, problemResponse } from './respond.ts'
import { parsePart, readJson } from './validate.ts'
import type { HttpEnv, RequestContext } from './variables.ts'

type Parsed<O, K extends string> =
  O extends Record<K, infer S> ? (S extends v.GenericSchema ? v.InferOutput<S> : undefined) : undefined

export interface Input<N extends OperationName> {
  params: Parsed<Operations[N], 'params'>
  query: Parsed<Operations[N], 'query'>
  body: Parsed<Operations[N], 'body'>
  form: Parsed<Operations[N], 'form'>
}

type Reply<N extends OperationName> = v.InferOutput<Operations[N]['reply']> | Response

export type Handler<C, N extends OperationName> = (
  input: Input<N>,
  context: C,
  http: RequestContext<C>,
) => Promise<Reply<N>> | Reply<N>

export type Handlers<C> = { [N in OperationName]?: Handler<C, N> }

async function parse<C>(operation: Operation, { req }: RequestContext<C>, form: unknown) {
  return {
    params: operation.params === undefined ? undefined : parsePart(operation.params, req.param()),
    query: operation.query === undefined ? undefined : parsePart(operation.query, queryOf(req)),
    body:
      operation.body === undefined
        ? undefined
        : parsePart(operation.body, await readJson(req.raw, operation.largeBody)),
    form,
  }
}

/** One answer of a handler, whether it comes as a value or as a response. */
async function answer<C, N extends OperationName>(
  http: RequestContext<C>,
  context: C,
  handler: Handler<C, N>,
  input: Input<N>,
): Promise<Response> {
  const reply = await handler(input, context, http)
  if (reply instanceof Response) return reply
  // Through Hono's own body, so that cookies set on the way are sent.
  return http.body(JSON.stringify(reply), 200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  })
}

/** The same with an Idempotency-Key: done once, and the same answer given again. */
async function answerOnce<C>(
  http: RequestContext<C>,
  call: { operation: OperationName; key: string; body: unknown },
  work: (context: C) => Promise<Response>,
): Promise<Response> {
  let made: Response | null = null
  const kept = await http.var.once(
    { operation: call.operation, key: call.key, digest: await digestOf(call.body) },
    async (context) => {
      made = await work(context)
      return { status: made.status, body: await made.clone().json() }
    },
  )
  return made ?? Response.json(kept.body, { status: kept.status, headers: { 'cache-control': 'no-store' } })
}

function register<C, N extends OperationName>(app: Hono<HttpEnv<C>>, name: N, handler: Handler<C, N>) {
  const operation: Operation = operations[name]
  app.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ':$1'), async (http) => {
    const refused = (error: unknown) => {
      http.error = error instanceof Error ? error : new Error(String(error))
      return operation.failed === true
        ? failedResponse(error, http.var.requestId)
        : problemResponse(error, http.var.requestId)
    }
    let discard = () => {}
    try {
      let form: unknown
      if (operation.form !== undefined) {
        const received = await readForm(operation.form, http.req.raw, () => http.var.receiver(name))
        form = received.form
        discard = received.discard
      }
      // The parts were parsed by the very schemas that `Input<N>` is made of.
      const input = (await parse(operation, http, form)) as Input<N>
      const key = operation.method === 'POST' ? idempotencyKey(http) : null
      if (key === null) return await answer(http, http.var.context, handler, input)
      return await answerOnce(
        http,
        { operation: name, key, body: input.body ?? input.form },
        async (context) => {
          try {
            return await answer(http, context, handler, input)
          } catch (error) {
            return refused(error)
          }
        },
      )
    } catch (error) {
      return refused(error)
    } finally {
      // What the call has not taken by now, it never will.
      discard()
    }
  })
}

/** Registers calls of the contract's table: method, path, parsing and form of errors come from there. */
export function serve<C>(app: Hono<HttpEnv<C>>, handlers: Handlers<C>) {
  const names = Object.keys(handlers).filter((name): name is OperationName => name in operations)
  for (const name of names) {
    const handler = handlers[name]
    if (handler !== undefined) register(app, name, handler as Handler<C, typeof name>)
  }
}
