import type { Hono, HonoRequest } from 'hono'
import type * as v from 'valibot'
import { type OperationName, type Operations, operations } from '#worker/contract/operations.ts'
import type { Operation } from '#worker/contract/operations/operation.ts'
import { readForm } from './form.ts'
import { queryOf } from './query.ts'
import { failedResponse } from './respond.ts'
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

async function parse(operation: Operation, { req }: { req: HonoRequest }) {
  return {
    params: operation.params === undefined ? undefined : parsePart(operation.params, req.param()),
    query: operation.query === undefined ? undefined : parsePart(operation.query, queryOf(req)),
    body: operation.body === undefined ? undefined : parsePart(operation.body, await readJson(req.raw)),
    form: operation.form === undefined ? undefined : await readForm(operation.form, req.raw),
  }
}

function register<C, N extends OperationName>(app: Hono<HttpEnv<C>>, name: N, handler: Handler<C, N>) {
  const operation: Operation = operations[name]
  app.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ':$1'), async (http) => {
    try {
      // The parts were parsed by the very schemas that `Input<N>` is made of.
      const input = (await parse(operation, http)) as Input<N>
      const reply = await handler(input, http.var.context, http)
      if (reply instanceof Response) return reply
      // Through Hono's own body, so that cookies set on the way are sent.
      return http.body(JSON.stringify(reply), 200, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      })
    } catch (error) {
      if (operation.failed !== true) throw error
      http.error = error instanceof Error ? error : new Error(String(error))
      return failedResponse(error, http.var.requestId)
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
