import * as v from 'valibot'
import { t } from '#contract/words/sentence.ts'
import { NodeProblem } from './ledger-source.ts'

/** Maximum size of a reply, so that neither a site nor a node can fill the memory. */
const maxReplyBytes = 64 * 1024 * 1024
const timeout = 30_000

/** Returns the parsed reply to a request. Throws if there is none, or if it is not JSON. */
export async function fetchJson(address: string, options: RequestInit = {}): Promise<unknown> {
  const response = await fetch(address, { ...options, signal: AbortSignal.timeout(timeout) })
  if (!response.ok || response.body === null)
    throw new Error(`${new URL(address).host} answers with status ${response.status}.`)
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let text = ''
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length
    if (bytes > maxReplyBytes) throw new Error(`${new URL(address).host} sends too much.`)
    text += decoder.decode(part.value, { stream: true })
  }
  return JSON.parse(text + decoder.decode())
}

/**
 * Queries a server by JSON-RPC. Ledger servers send no CORS headers, so a browser only reports that the request failed.
 * A WebSocket can be read from any page.
 */
async function postJson(address: string, body: string): Promise<unknown> {
  try {
    // Sent as plain text, so that browsers send no preflight request.
    return await fetchJson(address, {
      method: 'POST',
      body,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
  } catch (error) {
    if (!(error instanceof TypeError) || typeof document === 'undefined') throw error
    throw new NodeProblem(
      'node_unreachable',
      t(
        '{host} cannot be reached, or does not allow browsers to read its responses. Enter its WebSocket address, which begins with wss://.',
        { host: new URL(address).host },
      ),
    )
  }
}

type Waiting = Map<number, { resolve: (reply: unknown) => void; reject: (error: Error) => void }>

const Message = v.object({
  id: v.number(),
  status: v.optional(v.unknown()),
  result: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
})

/** A request in the form of JSON-RPC. */
const Question = v.object({ method: v.string(), params: v.array(v.record(v.string(), v.unknown())) })

/**
 * Parses the reply of a WebSocket into the form of JSON-RPC, with the number of its request. Source: xrpl.org "Response
 * Formatting".
 */
function readMessage(text: unknown): { id: number; reply: unknown } | null {
  if (typeof text !== 'string' || text.length > maxReplyBytes) return null
  try {
    const { id, status, result, error } = v.parse(Message, JSON.parse(text))
    return { id, reply: { result: status === 'error' ? { error } : result } }
  } catch {
    // Not a reply to a request; handled as if the server had not answered.
    return null
  }
}

/** A WebSocket connection to a server, and the requests that wait for replies. */
class NodeSocket {
  readonly #waiting: Waiting = new Map()
  readonly #socket: WebSocket
  readonly #opened: Promise<void>
  #asked = 0

  constructor(address: string) {
    const { host } = new URL(address)
    const socket = new WebSocket(address)
    this.#socket = socket
    this.#opened = new Promise((resolve, reject) => {
      const fail = () => {
        const error = new Error(`${host} has closed the connection.`)
        reject(error)
        for (const { reject: end } of this.#waiting.values()) end(error)
      }
      socket.addEventListener('open', () => resolve())
      socket.addEventListener('error', fail)
      socket.addEventListener('close', fail)
    })
    // Every caller gets the error. This handler avoids an unhandled rejection before the first call.
    this.#opened.catch(() => undefined)
    socket.addEventListener('message', ({ data }) => {
      const message = readMessage(data)
      if (message !== null) this.#waiting.get(message.id)?.resolve(message.reply)
    })
  }

  get isUsable(): boolean {
    return this.#socket.readyState <= WebSocket.OPEN
  }

  async ask(body: string): Promise<unknown> {
    const { method, params } = v.parse(Question, JSON.parse(body))
    this.#asked += 1
    const id = this.#asked
    let timer: ReturnType<typeof setTimeout> | undefined
    const reply = new Promise<unknown>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The node does not answer.')), timeout)
      this.#waiting.set(id, { resolve, reject })
    })
    // The reply may fail before it is awaited.
    reply.catch(() => undefined)
    try {
      await Promise.race([this.#opened, reply])
      this.#socket.send(JSON.stringify({ ...params[0], id, command: method }))
      return await reply
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
    }
  }

  close(): void {
    this.#socket.close()
  }
}

/** Queries ledger nodes: by WebSocket for ws and wss, by JSON-RPC for http and https. `close` ends the connections. */
export function nodeConnections() {
  const sockets = new Map<string, NodeSocket>()
  return {
    postRequest(address: string, body: string): Promise<unknown> {
      if (!/^wss?:/.test(address)) return postJson(address, body)
      const entry = sockets.get(address)
      const socket = entry?.isUsable ? entry : new NodeSocket(address)
      sockets.set(address, socket)
      return socket.ask(body)
    },
    close(): void {
      for (const socket of sockets.values()) socket.close()
    },
  }
}
