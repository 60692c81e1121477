import type { Hono } from 'hono'
import * as v from 'valibot'
import { Claims } from '#contract/schemas/claims.ts'
import { type OperationName, type Operations, operations, type SigningName } from '#contract/operations.ts'
import { isForPrograms, type Operation } from '#contract/operations/operation.ts'
import type { BegunReferences, CheckReply } from '#contract/schemas/sign-requests.ts'
import { type FormReceiver, readForm } from './form.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { digestOf, idempotencyKey } from './idempotency.ts'
import { bearerToken, costLimit, prefersAsync } from './identity.ts'
import { queryOf } from './query.ts'
import { callerNetworks, limitCall, type Limiters } from './rate-limit.ts'
import { keepText } from './reply-text.ts'
import { failedResponse, problemResponse } from './respond.ts'
import { readRefusal, writeRefusal } from './stored-refusal.ts'
import { parsePart, readJson } from './validate.ts'
import type { HttpEnv, RequestContext } from './variables.ts'

/** A reply that can be stored and returned again. */
interface KeptReply {
  status: number
  body: unknown
}

/**
 * The domain's functions that `serve` uses. `C` is the context, `A` the holder of a session; this folder inspects
 * neither.
 */
export interface Gate<C, A extends { account: string }> {
  limiters: Limiters
  /** Returns the caller by the session token. Throws Refusal: unauthenticated, token_expired, signed_out. */
  identify: (http: RequestContext<C>) => Promise<A>
  /** Checks that the claims of a body are true of the caller. Throws Refusal: account_mismatch, user_token_mismatch. */
  checkClaims: (
    context: C,
    actor: A,
    claims: { account?: string | undefined; user_token?: string | null | undefined },
  ) => Promise<void>
  /** Refuses everyone except the marketplace owner. Throws Refusal('forbidden'). */
  requireOwner: (context: C, actor: A) => void
  /** Refuses a caller who has not signed in recently. Throws Refusal('fresh_sign_in_required'). */
  requireFreshSignIn: (context: C, actor: A) => void
  /** Returns the context for a call of this account. */
  withCaller: (context: C, actor: A, costLimit: bigint | null) => C
  /** Refuses the holder of an API key. Throws Refusal('session_required'). */
  requirePerson: (actor: A) => void
  /** Checks that the ledger is available; must be called before anything is signed. Throws Refusal('read_only'). */
  requireLedger: (context: C) => Promise<void>
  /** Checks that a transaction costs no more than the caller accepts. Throws Refusal('network_busy'). */
  requireCost: (context: C) => Promise<void>
  /** Receives the files of a form while they arrive. Throws Refusal('forms_busy'). */
  receiver: (context: C, actor: A) => Promise<FormReceiver>
  /**
   * Runs a call once; `work` receives the call's own context. Throws Refusal: idempotency_conflict, already_pending.
   */
  doOnce: (
    context: C,
    call: { account: string; operation: OperationName; key: string },
    digest: string,
    work: (context: C) => Promise<KeptReply>,
  ) => Promise<KeptReply>
  /** Returns the sign request that an earlier call with the same Idempotency-Key created, or null. */
  findRequest: (context: C) => Promise<BegunReferences | null>
  awaitOutcome: (context: C, uuid: string) => Promise<CheckReply>
  outcomeReply: (operation: OperationName, outcome: CheckReply) => object
}

type Parsed<O, K extends string> =
  O extends Record<K, infer S> ? (S extends v.GenericSchema ? v.InferOutput<S> : undefined) : undefined

type ActorOf<N extends OperationName, A> = Operations[N]['auth'] extends 'none'
  ? null
  : Operations[N]['auth'] extends 'optional'
    ? A | null
    : A

/** A request that passed all checks that its operation declares. */
export interface Input<N extends OperationName, A> {
  actor: ActorOf<N, A>
  /** The Idempotency-Key. */
  key: string | null
  params: Parsed<Operations[N], 'params'>
  query: Parsed<Operations[N], 'query'>
  body: Parsed<Operations[N], 'body'>
  form: Parsed<Operations[N], 'form'>
}

/** The handler of a call that asks for a signature returns the sign request. */
type Result<N extends OperationName> = N extends SigningName
  ? BegunReferences
  : v.InferOutput<Operations[N]['reply']>

/** A function for every operation of the table. A missing function is a compile error. */
export type Handlers<C, A> = {
  [N in OperationName]: (
    input: Input<N, A>,
    context: C,
    http: RequestContext<C>,
  ) => Promise<Result<N>> | Result<N>
}

interface AnyInput<A> {
  actor: A | null
  key: string | null
  params: unknown
  query: unknown
  body: unknown
  form: unknown
}

type Respond<C, A> = (input: AnyInput<A>, context: C, http: RequestContext<C>) => Promise<Response>

const asksForSignature = (name: OperationName): name is SigningName => 'asksForSignature' in operations[name]

// Uses Hono's own body, so that previously set cookies are sent.
function json<C>(http: RequestContext<C>, reply: unknown): Response {
  const text = JSON.stringify(reply)
  return keepText(
    http.body(text, 200, { 'content-type': 'application/json', 'cache-control': 'no-store' }),
    text,
  )
}

const acceptedReply = (references: BegunReferences) =>
  Response.json(
    { status: 'pending', data: references },
    { status: 202, headers: { 'cache-control': 'no-store', 'preference-applied': 'respond-async' } },
  )

/**
 * Returns a function that builds the reply of an operation. Its input is parsed by the schemas from which the handler's
 * type is derived.
 */
function responderOf<C, A extends { account: string }>(
  name: OperationName,
  handlers: Handlers<C, A>,
  gate: Gate<C, A>,
): Respond<C, A> {
  if (!asksForSignature(name)) {
    const plain: { handle(input: AnyInput<A>, context: C, http: RequestContext<C>): unknown } = {
      handle: handlers[name],
    }
    return async (input, context, http) => json(http, await plain.handle(input, context, http))
  }
  const signService: {
    begin(input: AnyInput<A>, context: C, http: RequestContext<C>): Promise<BegunReferences> | BegunReferences
  } = { begin: handlers[name] }
  async function beginRequest(input: AnyInput<A>, context: C, http: RequestContext<C>) {
    await gate.requireCost(context)
    return signService.begin(input, context, http)
  }
  return async (input, context, http) => {
    const references = (await gate.findRequest(context)) ?? (await beginRequest(input, context, http))
    if (prefersAsync(http)) return acceptedReply(references)
    const outcome = await gate.awaitOutcome(context, references.uuid)
    // The request can no longer be signed, but its outcome is not known yet.
    if (outcome.status === 'pending') return acceptedReply(references)
    return json(http, gate.outcomeReply(name, outcome))
  }
}

async function parse<C>({ params, query, body, largeBody }: Operation, { req }: RequestContext<C>) {
  return {
    params: params && parsePart(params, req.param()),
    query: query && parsePart(query, queryOf(req)),
    body: body && parsePart(body, await readJson(req.raw, largeBody)),
  }
}

function register<C, A extends { account: string }>(
  app: Hono<HttpEnv<C>>,
  gate: Gate<C, A>,
  name: OperationName,
  respond: Respond<C, A>,
) {
  const operation: Operation = operations[name]
  const { auth, claims, fresh, limit, hasStatus } = operation

  const identify = async (http: RequestContext<C>) =>
    auth === 'none' || (auth === 'optional' && bearerToken(http) === null) ? null : gate.identify(http)

  function requireRole(context: C, actor: A) {
    if (!isForPrograms(operation)) gate.requirePerson(actor)
    if (auth === 'owner') gate.requireOwner(context, actor)
    if (fresh) gate.requireFreshSignIn(context, actor)
  }

  /** Refuses callers who may not make the call. A form was already counted before it was read. */
  async function admitCaller({ actor, body, form }: AnyInput<A>, context: C, http: RequestContext<C>) {
    if (actor !== null && claims !== undefined) {
      const { account, user_token, userToken } = v.parse(Claims, body ?? form)
      await gate.checkClaims(context, actor, { account, user_token: user_token ?? userToken })
    }
    if (actor !== null) requireRole(context, actor)
    if (form === undefined)
      await limitCall(gate.limiters, limit, actor === null ? callerNetworks(http) : [actor.account])
    if (asksForSignature(name)) await gate.requireLedger(context)
  }

  function refuse(error: unknown, http: RequestContext<C>, requestId = http.var.requestId): Response {
    http.error = error instanceof Error ? error : new Error(String(error))
    return (hasStatus ? failedResponse : problemResponse)(error, requestId)
  }

  async function attempt(input: AnyInput<A>, context: C, http: RequestContext<C>): Promise<Response> {
    try {
      await admitCaller(input, context, http)
      return await respond(input, context, http)
    } catch (error) {
      return refuse(error, http)
    }
  }

  /** Runs a call once per Idempotency-Key. A visitor's key is ignored, because keys belong to accounts. */
  async function once(input: AnyInput<A>, http: RequestContext<C>): Promise<Response> {
    const { actor, key, body, form } = input
    if (actor === null) return attempt(input, http.var.context, http)
    const context = gate.withCaller(http.var.context, actor, costLimit(http))
    if (key === null) return attempt(input, context, http)
    const call = { account: actor.account, operation: name, key }
    const { requestId } = http.var
    let response: Response | null = null
    const outcome = await gate.doOnce(
      context,
      call,
      digestOf([input.params, input.query, body ?? form]),
      async (callContext) => {
        response = await attempt(input, callContext, http)
        const body =
          http.error instanceof Refusal ? writeRefusal(http.error, requestId) : await response.clone().json()
        return { status: response.status, body }
      },
    )
    if (response !== null) return response
    const storedRefusal = readRefusal(outcome.body)
    if (storedRefusal !== null) return refuse(storedRefusal.refusal, http, storedRefusal.requestId)
    return Response.json(outcome.body, { status: outcome.status, headers: { 'cache-control': 'no-store' } })
  }

  async function receive(schema: v.GenericSchema, http: RequestContext<C>) {
    return readForm(schema, http.req.raw, async () => {
      const actor = await gate.identify(http)
      requireRole(http.var.context, actor)
      await limitCall(gate.limiters, limit, [actor.account])
      return gate.receiver(http.var.context, actor)
    })
  }

  app.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ':$1'), async (http) => {
    let receivedForm: Awaited<ReturnType<typeof receive>> | null = null
    try {
      if (operation.form !== undefined) receivedForm = await receive(operation.form, http)
      const input = await parse(operation, http)
      const key = operation.keyed ? idempotencyKey(http) : null
      const actor = await identify(http)
      return await once({ ...input, form: receivedForm?.form, key, actor }, http)
    } catch (error) {
      return refuse(error, http)
    } finally {
      // Discards files that the call has not used.
      receivedForm?.discard()
    }
  })
}

/** Registers every operation of the contract's table, and enforces everything that the table declares. */
export function serve<C, A extends { account: string }>(
  app: Hono<HttpEnv<C>>,
  gate: Gate<C, A>,
  handlers: Handlers<C, A>,
) {
  const names = Object.keys(handlers).filter((name): name is OperationName => name in operations)
  for (const name of names) register(app, gate, name, responderOf(name, handlers, gate))
}
