import { setTimeout as wait } from 'node:timers/promises'
import { isObject, type Json } from './compare.ts'

const answerWithinMs = 10_000

/** A WebSocket of a scenario: responses by id, and all other messages in order of arrival. */
export class Connection {
  readonly #socket: WebSocket
  readonly #messages: Json[] = []
  readonly #pending = new Map<number, (answer: Json) => void>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const message: unknown = JSON.parse(String(data))
      if (!isObject(message)) return
      const take = typeof message['id'] === 'number' ? this.#pending.get(message['id']) : undefined
      if (take === undefined) this.#messages.push(message)
      else take(message)
    })
  }

  static async open(url: string): Promise<Connection> {
    const socket = new WebSocket(url)
    const connection = new Connection(socket)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve())
      socket.addEventListener('error', () => reject(new Error(`No websocket at ${url}.`)))
    })
    return connection
  }

  request(command: Json): Promise<Json> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error('A websocket request was not answered.')),
        answerWithinMs,
      )
      this.#pending.set(id, (answer) => {
        clearTimeout(late)
        this.#pending.delete(id)
        resolve(answer)
      })
      this.#socket.send(JSON.stringify({ id, ...command }))
    })
  }

  /**
   * Waits for `count` messages and returns them. Then sends a ping: because the server answers in order, the reply shows
   * that it has nothing more to send.
   */
  async collect(count: number): Promise<Json[]> {
    const end = Date.now() + 4000
    while (this.#messages.length < count && Date.now() < end) await wait(5)
    await this.request({ command: 'ping' })
    return this.#messages.splice(0)
  }

  close(): void {
    this.#socket.close()
  }
}
