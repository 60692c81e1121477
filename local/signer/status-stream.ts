import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { isExpired, type Payload } from './types.ts'

export interface StatusStream {
  notify: (uuid: string, message: Record<string, unknown>) => void
  resolved: (payload: Payload) => void
  close: () => void
}

const keepaliveMs = 15_000

function secondsLeft(payload: Payload): number {
  return Math.max(0, Math.floor((Date.parse(payload.expiresAt) - Date.now()) / 1000))
}

/**
 * Sends the messages of `refs.websocket_status`:
 * https://docs.xaman.dev/concepts/payloads-sign-requests/status-updates/websocket
 */
export function createStatusStream(
  server: Server,
  find: (uuid: string) => Payload | undefined,
): StatusStream {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const watchers = new Map<string, Set<WebSocket>>()

  function send(socket: WebSocket, message: Record<string, unknown>): void {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
  }

  function watch(socket: WebSocket, uuid: string): void {
    const payload = find(uuid)
    if (payload === undefined) {
      send(socket, { message: `Payload ${uuid} does not exist` })
      return socket.close()
    }
    const group = watchers.get(uuid) ?? new Set()
    watchers.set(uuid, group.add(socket))
    send(socket, { message: `Welcome ${uuid}` })

    let expiredSent = false
    function sendTime(): void {
      const current = find(uuid)
      if (current === undefined || current.resolvedAt !== null || expiredSent) return
      if (isExpired(current)) {
        expiredSent = true
        return send(socket, { expired: true })
      }
      send(socket, { expires_in_seconds: secondsLeft(current) })
    }
    sendTime()
    const keepalive = setInterval(sendTime, keepaliveMs)
    const atExpiry = setTimeout(
      sendTime,
      Math.min(Date.parse(payload.expiresAt) - Date.now() + 50, 2 ** 31 - 1),
    )

    socket.on('message', (data: Buffer) => {
      if (data.toString().includes('ping')) send(socket, { message: 'Right back at you!' })
    })
    // A connection error is followed by a close event, which is handled.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(keepalive)
      clearTimeout(atExpiry)
      group.delete(socket)
      if (group.size === 0) watchers.delete(uuid)
    })
  }

  server.on('upgrade', (request, socket, head) => {
    const uuid = /^\/sign\/([0-9a-f-]{36})$/.exec(new URL(request.url ?? '/', 'http://signer').pathname)?.[1]
    if (uuid === undefined) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => watch(webSocket, uuid))
  })

  function notify(uuid: string, message: Record<string, unknown>): void {
    for (const socket of watchers.get(uuid) ?? []) send(socket, message)
  }

  return {
    notify,
    resolved: (payload) =>
      notify(payload.uuid, {
        payload_uuidv4: payload.uuid,
        reference_call_uuidv4: payload.uuid,
        signed: payload.signed,
        user_token: payload.issuedUserToken !== null,
        return_url: { app: payload.options.returnApp, web: payload.options.returnWeb },
        txid: payload.response?.txid ?? null,
        opened_by_deeplink: payload.openedByDeeplink,
        custom_meta: payload.customMeta,
      }),
    close: () => {
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}
