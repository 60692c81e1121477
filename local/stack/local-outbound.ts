import { lookup as resolveName } from 'node:dns'
import { createServer, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline } from 'node:stream'
import { closeServer, listen } from '#local/lib/http.ts'
import { addressRule } from '#worker/ports/web/address-rules.ts'

const rule = addressRule(false)

function isPublic(address: string): boolean {
  const url = URL.parse(`https://${address.includes(':') ? `[${address}]` : address}/`)
  return url !== null && rule(url) === null
}

interface OutboundSettings {
  resolve?: typeof resolveName
  admits?: (address: string) => boolean
}

/**
 * Forwards the worker's requests to third-party servers. The platform's `fetch` cannot reach private networks, but this
 * process can. It therefore connects only to the addresses that were checked, even if the name resolves to different
 * addresses a moment later.
 */
export async function startLocalOutbound({
  resolve = resolveName,
  admits = isPublic,
}: OutboundSettings = {}): Promise<{ url: string; close: () => Promise<void> }> {
  const lookup: LookupFunction = (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = error === null ? addresses : []
      const isAdmitted =
        host === 'localhost' || (error === null && addresses.every((address) => admits(address.address)))
      if (first === undefined || !isAdmitted)
        callback(error ?? new Error('This name leads to a private address.'), '')
      else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

  const server = createServer((incomingRequest, outgoingReply) => {
    const url = URL.parse(
      new URL(incomingRequest.url ?? '/', 'http://localhost').searchParams.get('url') ?? '',
    )
    if (url === null || !/^https?:$/.test(url.protocol)) {
      outgoingReply.writeHead(400).end()
      return
    }
    const headers = { ...incomingRequest.headers, host: url.host, connection: 'close' }
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(
      url,
      { method: incomingRequest.method ?? 'GET', headers, lookup, agent: false },
      (reply) => {
        outgoingReply.writeHead(reply.statusCode ?? 502, reply.headers)
        pipeline(reply, outgoingReply, () => undefined)
      },
    )
    // The worker sees a failed connection, as it would without this process.
    request.on('error', () => outgoingReply.destroy())
    outgoingReply.on('close', () => request.destroy())
    incomingRequest.pipe(request)
  })
  const port = await listen(server, 0, 'The local outbound service')
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) }
}
