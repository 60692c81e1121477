import { connect, type Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** A connection to Postgres, which outlives the client that it was opened for. */
interface Session {
  upstream: Socket
  /** The reply of the server to the startup message, up to its first "ready for query". */
  greeting: Buffer[]
  isGreeted: boolean
  client: WebSocket | null
  /** `cleaning` is between the commands of two clients. */
  state: 'busy' | 'ready' | 'cleaning'
  isDiscarded: boolean
}

const terminate = 'X'.charCodeAt(0)

/** A message of the Postgres protocol: its type, its length, and the rest. Source: "Frontend/Backend Protocol" in its manual. */
function message(type: string, text: string): Buffer {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Calls `each` for every complete message of the server. */
function createReader(each: (type: string, body: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5) {
      const end = 1 + rest.readUInt32BE(1)
      if (rest.length < end) return
      each(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end))
      rest = rest.subarray(end)
    }
  }
}

/**
 * Gives each client a connection of its own, and the connections of clients that have left to later ones: a new process of
 * Postgres costs more than a transaction. `DISCARD ALL` removes everything that a client has left behind.
 */
export function createSessions(target: string) {
  const [host = '127.0.0.1', port = '5432'] = target.split(':')
  /** By startup message, which names user, database and settings. */
  const idle = new Map<string, Session[]>()
  const sessions = new Set<Session>()

  function open(startup: Buffer, key: string): Session {
    const upstream = connect({ host, port: Number(port), noDelay: true })
    const session: Session = {
      upstream,
      greeting: [],
      isGreeted: false,
      client: null,
      state: 'busy',
      isDiscarded: false,
    }
    const observe = createReader((type, body) => {
      if (type === 'C' && body.toString() === 'DISCARD ALL\0') session.isDiscarded = true
      if (type !== 'Z') return
      session.isGreeted = true
      const isIdle = body.toString() === 'I'
      if (session.state !== 'cleaning') session.state = isIdle ? 'ready' : 'busy'
      else if (!isIdle) upstream.destroy()
      else if (session.isDiscarded) {
        session.state = 'ready'
        idle.set(key, [...(idle.get(key) ?? []), session])
      }
    })
    upstream.on('data', (chunk: Buffer) => {
      if (!session.isGreeted) session.greeting.push(chunk)
      session.client?.send(chunk)
      observe(chunk)
    })
    upstream.on('error', () => session.client?.close(1011, 'The database does not answer.'))
    upstream.on('close', () => {
      sessions.delete(session)
      idle.set(
        key,
        (idle.get(key) ?? []).filter((one) => one !== session),
      )
      session.client?.close()
    })
    sessions.add(session)
    upstream.write(startup)
    return session
  }

  /** A client that has left already may have a successor. */
  function leave(session: Session, socket: WebSocket): void {
    if (session.client !== socket) return
    session.client = null
    // In the middle of a transaction, or of an answer.
    if (session.state !== 'ready') return void session.upstream.end()
    session.state = 'cleaning'
    session.isDiscarded = false
    session.upstream.write(message('Q', 'DISCARD ALL'))
  }

  return {
    /** Serves a client, whose first message is the startup message. */
    serve(socket: WebSocket): void {
      let session: Session | null = null
      socket.on('message', (data, isBinary) => {
        if (!isBinary || !(data instanceof Buffer)) return socket.close(1003)
        if (session === null) {
          const key = data.toString('latin1')
          session = idle.get(key)?.pop() ?? open(data, key)
          session.client = socket
          if (session.isGreeted) socket.send(Buffer.concat(session.greeting))
        } else if (data[0] === terminate) {
          leave(session, socket)
          // As Postgres does.
          socket.close()
        } else {
          session.state = 'busy'
          session.upstream.write(data)
        }
      })
      const end = () => {
        if (session !== null) leave(session, socket)
      }
      socket.on('error', end)
      socket.on('close', end)
    },
    close(): void {
      for (const { upstream } of sessions) upstream.destroy()
    },
  }
}
