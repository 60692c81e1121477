import { once } from 'node:events'
import { createServer } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { asJson, type Json } from '#local/lib/rpc.ts'

/** A WalletConnect relay. Passes encrypted messages on by topic, and stores them for later subscribers. */
export interface WalletRelay {
  url: string
  /** Closes all connections and accepts none until `resume`. Clients reconnect automatically. */
  close: () => Promise<void>
}

interface Kept {
  from: WebSocket
  data: Json
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/**
 * Starts a relay. Source: specs.walletconnect.com, "Relay RPC". The methods `wc_` are those that
 * @walletconnect/sign-client 2.25 calls.
 */
export async function startWalletRelay(): Promise<WalletRelay> {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const subscribers = new Map<string, Set<WebSocket>>()
  const mailboxes = new Map<string, Kept[]>()
  let ids = 0

  function deliver(socket: WebSocket, data: Json): void {
    ids += 1
    const params = { id: 'subscription', data }
    socket.send(JSON.stringify({ id: ids, jsonrpc: '2.0', method: 'irn_subscription', params }))
  }

  function publish(from: WebSocket, topic: unknown, message: unknown, tag: unknown): void {
    const data = { topic, message, tag, publishedAt: Date.now() }
    mailboxes.set(String(topic), [...(mailboxes.get(String(topic)) ?? []), { from, data }])
    for (const socket of subscribers.get(String(topic)) ?? []) if (socket !== from) deliver(socket, data)
  }

  function subscribe(socket: WebSocket, topic: unknown): string {
    const listeners = subscribers.get(String(topic)) ?? new Set()
    subscribers.set(String(topic), listeners)
    if (!listeners.has(socket)) {
      listeners.add(socket)
      for (const { from, data } of mailboxes.get(String(topic)) ?? [])
        if (from !== socket) deliver(socket, data)
    }
    return String(topic)
  }

  const methods: Record<string, (socket: WebSocket, params: Json) => unknown> = {
    irn_publish: (socket, { topic, message, tag }) => {
      publish(socket, topic, message, tag)
      return true
    },
    irn_subscribe: (socket, { topic }) => subscribe(socket, topic),
    irn_batchSubscribe: (socket, { topics }) => texts(topics).map((topic) => subscribe(socket, topic)),
    irn_unsubscribe: (socket, { topic }) => subscribers.get(String(topic))?.delete(socket) ?? true,
    irn_batchUnsubscribe: () => true,
    irn_fetchMessages: () => ({ messages: [], hasMore: false }),
    irn_batchFetchMessages: () => ({ messages: [], hasMore: false }),
    wc_proposeSession: (socket, { pairingTopic, sessionProposal }) => {
      subscribe(socket, pairingTopic)
      publish(socket, pairingTopic, sessionProposal, 1100)
      return true
    },
    wc_approveSession: (socket, params) => {
      const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest } = params
      subscribe(socket, sessionTopic)
      publish(socket, pairingTopic, sessionProposalResponse, 1101)
      publish(socket, sessionTopic, sessionSettlementRequest, 1102)
      return true
    },
  }

  sockets.on('connection', (socket) => {
    socket.on('close', () => {
      for (const listeners of subscribers.values()) listeners.delete(socket)
    })
    socket.on('message', (raw) => {
      const { id, method, params } = asJson(JSON.parse(String(raw)))
      // Ignore the acknowledgement of a delivery.
      if (typeof method !== 'string') return
      const call = methods[method]
      const reply =
        call === undefined
          ? { error: { code: -32_601, message: `Unknown method: ${method}` } }
          : { result: call(socket, asJson(params)) }
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', ...reply }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.')
  return {
    url: `ws://127.0.0.1:${address.port}`,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}
