import type { Json } from '#local/lib/rpc.ts'
import { type App, isExpired, type Payload, type SignedResponse } from './types.ts'

function metaOf(payload: Payload): Json {
  const { options } = payload
  const destination = payload.txjson['Destination']
  return {
    exists: true,
    uuid: payload.uuid,
    multisign: false,
    submit: options.submit,
    pathfinding: false,
    pathfinding_fallback: false,
    force_network: options.forceNetwork,
    destination: typeof destination === 'string' ? destination : '',
    resolved_destination: '',
    resolved: payload.resolvedAt !== null,
    signed: payload.signed,
    cancelled: payload.cancelled,
    expired: isExpired(payload),
    pushed: payload.pushedTo !== null,
    app_opened: payload.openedAt !== null,
    opened_by_deeplink: payload.openedByDeeplink,
    return_url_app: options.returnApp,
    return_url_web: options.returnWeb,
    is_xapp: false,
    signers: options.signers,
  }
}

export function cancelView(payload: Payload, reason: string): Json {
  return {
    result: { cancelled: reason === 'OK', reason },
    meta: metaOf(payload),
    custom_meta: payload.customMeta,
  }
}

export function createdView(payload: Payload, origin: string): Json {
  const page = `${origin}/sign/${payload.uuid}`
  return {
    uuid: payload.uuid,
    next: { always: page, ...(payload.pushedTo === null ? {} : { no_push_msg_received: `${page}/qr` }) },
    refs: {
      qr_png: `${page}_q.png`,
      qr_matrix: `${page}_q.json`,
      qr_uri_quality_opts: ['m', 'q', 'h'],
      websocket_status: `${origin.replace(/^http/, 'ws')}/sign/${payload.uuid}`,
    },
    pushed: payload.pushedTo !== null,
  }
}

const noResponse: SignedResponse = {
  hex: null,
  txid: null,
  dispatchedTo: null,
  dispatchedResult: null,
  account: null,
  signerPublicKey: null,
}

function responseView(payload: Payload, network: string, networkId: number | null): Json {
  const { hex, txid, dispatchedTo, dispatchedResult, account, signerPublicKey } =
    payload.response ?? noResponse
  const isDispatched = dispatchedResult !== null
  const environment = payload.signed
    ? { node: dispatchedTo, type: network, id: networkId }
    : { node: null, type: null, id: null }
  return {
    hex,
    txid,
    resolved_at: payload.resolvedAt,
    dispatched_nodetype: isDispatched ? network : null,
    dispatched_to: dispatchedTo,
    dispatched_result: dispatchedResult,
    dispatched_to_node: isDispatched,
    environment_nodeuri: environment.node,
    environment_nodetype: environment.type,
    environment_networkid: environment.id,
    multisign_account: null,
    account,
    signer: account,
    signer_pubkey: signerPublicKey,
    approved_with: payload.signed ? 'PIN' : null,
    user: payload.issuedUserToken,
  }
}

/** Returns the reply to `GET payload/<uuid>`. */
export function payloadView(payload: Payload, app: App, network: string, networkId: number | null): Json {
  const { txjson } = payload
  const type = txjson['TransactionType']
  return {
    meta: metaOf(payload),
    application: {
      name: app.name,
      description: '',
      disabled: 0,
      uuidv4: app.uuid,
      icon_url: '',
      issued_user_token: payload.issuedUserToken,
    },
    payload: {
      tx_type: type,
      tx_destination: typeof txjson['Destination'] === 'string' ? txjson['Destination'] : '',
      tx_destination_tag: typeof txjson['DestinationTag'] === 'number' ? txjson['DestinationTag'] : null,
      request_json: type === 'SignIn' ? { ...txjson, SignIn: true } : txjson,
      origintype: payload.openedAt === null ? null : 'DEEP_LINK',
      signmethod: payload.signed ? 'PIN' : null,
      created_at: payload.createdAt,
      expires_at: payload.expiresAt,
      expires_in_seconds: Math.floor((Date.parse(payload.expiresAt) - Date.now()) / 1000),
    },
    response: responseView(payload, network, networkId),
    custom_meta: payload.customMeta,
  }
}
