import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import { closeServer, listen } from '#local/lib/http.ts'

/** Configurations of a bucket that the local storage does not have, by the name in the query. */
const configurations = { cors: 'NoSuchCORSConfiguration', lifecycle: 'NoSuchLifecycleConfiguration' } as const
type Configuration = keyof typeof configurations

export interface BucketRules {
  /** Address of the S3 API with these rules. */
  endpoint: string
  /** The stored configurations, as XML. */
  stored: Map<string, string>
  close: () => Promise<void>
}

const partsOf = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => text)

/** Returns the headers of CORS for an origin, by the stored rules; null if no rule allows it. */
function corsHeaders(cors: string, origin: string): Record<string, string> | null {
  const rule = (cors.match(/<CORSRule>.*?<\/CORSRule>/gs) ?? []).find((text) =>
    partsOf(text, 'AllowedOrigin').includes(origin),
  )
  if (rule === undefined) return null
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': partsOf(rule, 'AllowedMethod').join(', '),
    'access-control-allow-headers': partsOf(rule, 'AllowedHeader').join(', '),
    'access-control-expose-headers': partsOf(rule, 'ExposeHeader').join(', '),
  }
}

/** Returns headers without those of CORS that the local storage sends. */
const withoutCors = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')))

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

/**
 * Puts rules for CORS and for the life cycle of objects in front of the local storage, which has none: a bucket begins
 * without them, and answers preflight requests accordingly. `refuses` makes it refuse requests, for example uploads in
 * parts.
 */
export async function startBucketRules(
  endpoint: string,
  refuses: (method: string, query: URLSearchParams) => boolean = () => false,
): Promise<BucketRules> {
  const target = new URL(endpoint)
  const stored = new Map<string, string>()
  const server = createServer((incoming, response) => {
    const { method = 'GET', url = '/', headers } = incoming
    const { searchParams } = new URL(url, endpoint)
    const configuration = Object.keys(configurations).find((name): name is Configuration =>
      searchParams.has(name),
    )
    const cors = corsHeaders(stored.get('cors') ?? '', String(headers.origin))
    if (method === 'OPTIONS') return void response.writeHead(cors === null ? 403 : 200, cors ?? {}).end()
    if (refuses(method, searchParams)) return refuse(response, 403, 'AccessDenied')
    if (configuration === undefined) {
      const { hostname, port } = target
      const outgoing = request({ hostname, port, method, path: url, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, { ...withoutCors(reply.headers), ...cors })
        reply.pipe(response)
      })
      outgoing.on('error', () => response.destroy())
      incoming.pipe(outgoing)
      return
    }
    if (method === 'GET') {
      const xml = stored.get(configuration)
      if (xml === undefined) return refuse(response, 404, configurations[configuration])
      response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
      return
    }
    let xml = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (text: string) => (xml += text))
    incoming.on('end', () => {
      stored.set(configuration, xml)
      response.writeHead(200).end()
    })
  })
  const port = await listen(server, 0, 'The rules of a bucket')
  return {
    endpoint: `http://127.0.0.1:${port}${target.pathname}`,
    stored,
    close: () => closeServer(server),
  }
}
