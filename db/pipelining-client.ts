import { Client } from '@neondatabase/serverless'

/** A statement as the driver keeps it until its turn comes. */
interface Queued {
  /** Sends it. Returns an error when it cannot be sent. */
  submit(connection: unknown): Error | null
}

/** Of the driver, and in none of its types. Source: node-postgres, lib/client.js. */
const queueOf = (client: Client) => Object(client).queryQueue as Queued[]

/**
 * The driver's client, which sends a statement when the one before it is answered. This one sends each at once: Postgres answers in
 * order, and has its next statement when it ends one. Each statement is followed by its own Sync, so what fails and what is left out after
 * an error is the same. Source: postgresql.org/docs/current/protocol-flow.html, "Pipelining".
 */
export class PipeliningClient extends Client {
  #sent = new WeakSet<Queued>()

  constructor(config: ConstructorParameters<typeof Client>[0]) {
    super(config)
    // Otherwise every write waits for a timer, and is copied with all that was written before it in the same turn.
    this.neonConfig.coalesceWrites = false
    const query = this.query.bind(this)
    Object.assign(this, {
      query: (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(query, this, given)
        this.#sendQueued()
        return result
      },
    })
  }

  #sendQueued() {
    for (const queued of queueOf(this)) {
      if (this.#sent.has(queued)) continue
      this.#sent.add(queued)
      const failed = queued.submit(this.connection)
      queued.submit = () => failed
    }
  }
}
