// `npm run build:client` generates a typed client package from the contract into dist/api-client. `npm pack
// ./dist/api-client` packs it. The package does not depend on this repository.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import { compile, type JSONSchema } from 'json-schema-to-typescript'
import type * as v from 'valibot'
import { type OperationName, operations } from '#contract/operations.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { PendingReply } from '#contract/schemas/sign-requests.ts'

const folder = path.resolve(import.meta.dirname, '..', '..', 'dist', 'api-client')
const localPath = (file: string) => path.join(import.meta.dirname, file)

/** The site derives these fields from the key, so programs need not send them. */
const claims = new Set(['account', 'user_token', 'userToken'])

const capitalize = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

function schemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output'): JSONSchema {
  const { $schema: _dialect, ...json } = toJsonSchema(schema, { errorMode: 'ignore', typeMode })
  const text: JSONSchema = JSON.parse(JSON.stringify(json))
  return text
}

/** Returns the schema without the sender's claims. */
function withoutClaims(schema: JSONSchema): JSONSchema {
  const { properties = {}, required } = schema
  const entries = Object.entries(properties).filter(([name]) => !claims.has(name))
  return {
    ...schema,
    properties: Object.fromEntries(entries),
    ...(Array.isArray(required) ? { required: required.filter((name) => !claims.has(name)) } : {}),
  }
}

const typeOf = (schema: JSONSchema, name: string) =>
  compile({ ...schema, title: name }, name, { bannerComment: '', additionalProperties: false })

interface Described {
  /** TypeScript declarations of the operation's types. */
  text: string
  /** The operation's row in the table of calls. */
  line: string
}

async function describe(id: OperationName): Promise<Described> {
  const operation: Operation = operations[id]
  const name = capitalize(id)
  const parts: string[] = []
  const texts: string[] = [await typeOf(schemaOf(operation.reply, 'output'), `${name}Reply`)]
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = operation[part]
    if (schema === undefined) continue
    const json = schemaOf(schema, 'input')
    const type = `${name}${capitalize(part)}`
    const payload = part === 'body' ? withoutClaims(json) : json
    texts.push(await typeOf(payload, type))
    const isOptional = part === 'query' && (!Array.isArray(payload.required) || payload.required.length === 0)
    parts.push(`${part}${isOptional ? '?' : ''}: ${type}`)
  }
  if (operation.form !== undefined) parts.push('form: Record<string, string | Blob>')
  const input = parts.length === 0 ? 'Record<string, never>' : `{ ${parts.join('; ')} }`
  const { pending } = operation
  if (pending !== undefined) texts.push(await typeOf(schemaOf(pending, 'output'), `${name}Request`))
  const request = pending === undefined ? 'SignRequest' : `${name}Request`
  const reply = operation.asksForSignature === true ? request : `${name}Reply`
  return {
    text: texts.join('\n'),
    line: `  /** ${operation.summary}. */\n  ${id}: { input: ${input}; reply: ${reply} }`,
  }
}

const head = `/** Made from the contract of OPX by \`npm run build:client\`. */
export interface OpxOptions {
  /** Origin of the site, as in https://opx.example. */
  site: string
  /** An API key or a session token; public reads need none. */
  key?: string
  fetch?: typeof fetch
  timeoutMs?: number
}
export interface CallOptions {
  /** The same call with the same key is done once, for 24 hours. */
  idempotencyKey?: string
  signal?: AbortSignal
}
type Arguments<Input> = Record<string, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions]
export interface Opx {
  /** Makes one call of the API. Throws OpxError if it is refused. */
  call<Name extends keyof Calls>(name: Name, ...given: Arguments<Calls[Name]['input']>): Promise<Calls[Name]['reply']>
  /** Waits until a request was signed and has its result on the ledger. Throws OpxError when it was rejected, has failed or expired. */
  outcome(uuid: string, options?: { everyMs?: number; signal?: AbortSignal }): Promise<CheckSignRequestReply>
}
export declare function createOpx(options: OpxOptions): Opx
export declare class OpxError extends Error {
  readonly status: number
  readonly code: string
  readonly problem: unknown
  readonly retryAfter: number | null
}
`

/** Writes the package and returns the path of its folder. */
export async function buildApiClient(): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const names = Object.keys(operations) as OperationName[]
  const describedOperations = await Promise.all(names.map(describe))
  const request = await typeOf(schemaOf(PendingReply, 'output'), 'SignRequest')
  const calls = `export interface Calls {\n${describedOperations.map(({ line }) => line).join('\n')}\n}\n`
  const table = Object.fromEntries(
    names.map((id) => {
      const { method, path: address, asksForSignature }: Operation = operations[id]
      return [id, { method, path: address, asksForSignature: asksForSignature === true }]
    }),
  )
  const manifest = {
    name: 'opx-client',
    version: '1.0.0',
    description: 'Typed calls of an OPX marketplace',
    license: 'MIT',
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    files: ['index.js', 'index.d.ts', 'routes.js', 'README.md', 'example.mjs'],
    engines: { node: '>=20' },
  }
  await Promise.all([
    writeFile(
      path.join(folder, 'index.d.ts'),
      [head, calls, request, ...describedOperations.map(({ text }) => text)].join('\n'),
    ),
    writeFile(path.join(folder, 'routes.js'), `export const routes = ${JSON.stringify(table, null, 2)}\n`),
    writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`),
    cp(localPath('client.js'), path.join(folder, 'index.js')),
    cp(localPath('example.mjs'), path.join(folder, 'example.mjs')),
    cp(localPath('README.md'), path.join(folder, 'README.md')),
  ])
  return folder
}

if (process.argv[1] === import.meta.filename) console.log(await buildApiClient())
