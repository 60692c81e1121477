import { randomUUID } from 'node:crypto'
import { SignClient } from '@walletconnect/sign-client'
import { decode } from 'ripple-binary-codec'
import { asJson } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { createDecisions, type Extension } from './extensions.ts'
import { signedBlob } from './page-wallet.ts'

/** A phone wallet connected through WalletConnect. Its user scans a link and decides about requests. */
export interface PhoneWallet extends Omit<Extension, 'switchNetwork'> {
  scan: (uri: string) => Promise<void>
  close: () => Promise<void>
}

const method = 'xrpl_signTransaction'

type Client = InstanceType<typeof SignClient>
type Reply = Parameters<Client['respond']>[0]['response']

export async function startPhoneWallet(relayUrl: string, account: DemoAccount): Promise<PhoneWallet> {
  const client = await SignClient.init({
    projectId: 'test',
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    storageOptions: { database: ':memory:' },
    // Gives each wallet its own store, because phones of the same account must not share one.
    customStoragePrefix: randomUUID(),
    metadata: { name: 'Phone', description: '', url: 'https://phone.example', icons: [] },
  })
  const { wallet, decide } = createDecisions(account)
  const phone: PhoneWallet = {
    ...wallet,
    scan: async (uri) => {
      await client.pair({ uri })
    },
    close: async () => {
      await client.core.relayer.transportClose()
      client.core.heartbeat.stop()
    },
  }
  client.on('session_proposal', ({ id, params }) => {
    const chains = params.optionalNamespaces['xrpl']?.chains ?? []
    void client.approve({
      id,
      namespaces: {
        xrpl: {
          accounts: chains.map((chain) => `${chain}:${phone.account.address}`),
          methods: [method],
          events: [],
        },
      },
    })
  })
  client.on('session_request', ({ id, topic, params }) => {
    const { tx_json, autofill, submit } = asJson(params.request.params)
    // A wallet treats both settings as true by default.
    const isSignedOnly = autofill === false && submit === false
    const error = (code: number, message: string): Reply => ({
      id,
      jsonrpc: '2.0',
      error: { code, message },
    })
    void decide<Reply>(phone, method, {
      signs: () =>
        isSignedOnly
          ? {
              id,
              jsonrpc: '2.0',
              result: { tx_json: decode(signedBlob({ ...asJson(tx_json), ...phone.tamper }, phone.account)) },
            }
          : error(-32_602, 'This would be filled in or submitted'),
      rejects: () => error(5000, 'User rejected.'),
      fails: () => error(-32_000, 'The transaction could not be signed'),
    }).then((response) => client.respond({ topic, response }))
  })
  return phone
}
