// The used part of Durable Objects. Source: developers.cloudflare.com/durable-objects/api

export interface LiveSocket {
  send(text: string): void
  close(code: number, reason: string): void
  serializeAttachment(value: unknown): void
  deserializeAttachment(): unknown
}

export interface ObjectState {
  storage: {
    get(name: string): Promise<unknown>
    put(name: string, value: unknown): Promise<void>
    getAlarm(): Promise<number | null>
    setAlarm(at: number): Promise<void>
  }
  acceptWebSocket(socket: LiveSocket): void
  getWebSockets(): LiveSocket[]
  setWebSocketAutoResponse(pair: unknown): void
  getWebSocketAutoResponseTimestamp(socket: LiveSocket): Date | null
  blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T>
  waitUntil(work: Promise<unknown>): void
}

export interface ObjectNamespace {
  idFromName(name: string): unknown
  get(id: unknown): ObjectStub
}

export interface ObjectStub {
  fetch(address: string, init?: RequestInit): Promise<Response>
}

declare const WebSocketPair: new () => { 0: LiveSocket; 1: LiveSocket }
declare const WebSocketRequestResponsePair: new (request: string, response: string) => unknown

/** Has the runtime answer a message by itself, without waking the object. */
export function answerAlone(state: ObjectState, request: string, response: string): void {
  state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(request, response))
}

/** A socket for the caller, which the object holds while it hibernates. */
export function acceptSocket(state: ObjectState): { socket: LiveSocket; response: Response } {
  const pair = new WebSocketPair()
  state.acceptWebSocket(pair[1])
  // `webSocket` is the platform's own.
  const init: ResponseInit & { webSocket: LiveSocket } = { status: 101, webSocket: pair[0] }
  return { socket: pair[1], response: new Response(null, init) }
}
