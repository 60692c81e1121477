import { asJson, type Json, callRpc, RpcError } from '#local/lib/rpc.ts'
import { inPlainWords } from '#local/signer/plain-words.ts'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import { html } from './html.ts'
import { renderLayout, messageView } from './views.ts'

interface Found {
  title: string
  facts: [label: string, value: string][]
  json: Json
}

function view({ title, facts, json }: Found): string {
  const body = html`<p class="from">On the local ledger</p><h1>${title}</h1>
<dl class="facts">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd title="${value}">${value.length > 24 ? shortenAddress(value) : value}</dd></div>`)}</dl>
<details open><summary>As JSON</summary><pre tabindex="0">${JSON.stringify(json, null, 2)}</pre></details>`
  return renderLayout(title, body, false)
}

async function transaction(ledgerUrl: string, hash: string): Promise<Found> {
  const reply = await callRpc(ledgerUrl, 'tx', { transaction: hash })
  const txjson = asJson(reply['tx_json'] ?? reply)
  const meta = asJson(reply['meta'])
  return {
    title: inPlainWords(txjson).title,
    facts: [
      ['Result', String(meta['TransactionResult'] ?? 'not validated')],
      ['Ledger', String(reply['ledger_index'] ?? '')],
      ['By', String(txjson['Account'] ?? '')],
      ['Transaction', hash],
    ],
    json: reply,
  }
}

async function account(ledgerUrl: string, address: string): Promise<Found> {
  const reply = await callRpc(ledgerUrl, 'account_info', { account: address, ledger_index: 'validated' })
  const data = asJson(reply['account_data'])
  return {
    title: 'Account',
    facts: [
      ['Address', address],
      ['Balance', `${formatXrpExact(BigInt(String(data['Balance'])))} XRP`],
      ['Objects', String(data['OwnerCount'])],
    ],
    json: data,
  }
}

async function offers(ledgerUrl: string, nftokenID: string): Promise<Found> {
  async function side(method: string): Promise<unknown> {
    try {
      return (await callRpc(ledgerUrl, method, { nft_id: nftokenID, ledger_index: 'validated' }))['offers']
    } catch (error) {
      if (error instanceof RpcError) return []
      throw error
    }
  }
  const [sell, buy] = [await side('nft_sell_offers'), await side('nft_buy_offers')]
  return { title: 'NFT', facts: [['NFTokenID', nftokenID]], json: { sell, buy } }
}

async function offer(ledgerUrl: string, index: string): Promise<Found> {
  const reply = await callRpc(ledgerUrl, 'ledger_entry', { index, ledger_index: 'validated' })
  const node = asJson(reply['node'])
  return {
    title: Number(node['Flags']) % 2 === 1 ? 'Sell offer' : 'Buy offer',
    facts: [
      ['Owner', String(node['Owner'] ?? '')],
      ['NFTokenID', String(node['NFTokenID'] ?? '')],
      ['Offer', index],
    ],
    json: node,
  }
}

const pages: Record<string, (ledgerUrl: string, key: string) => Promise<Found>> = {
  transaction,
  account,
  nft: offers,
  offer,
}

/** Serves `/ledger/<kind>/<key>`, a small explorer that makes the site's explorer links work locally. */
export async function explorerPage(
  ledgerUrl: string,
  path: string,
): Promise<{ status: number; page: string }> {
  const [kind = '', key = ''] = path.split('/')
  const find = pages[kind]
  if (find === undefined || !/^[0-9A-Za-z]{25,64}$/.test(key)) {
    return { status: 404, page: messageView('Not found', 'There is no such page.') }
  }
  try {
    return { status: 200, page: view(await find(ledgerUrl, key)) }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return { status: 404, page: messageView('Not found', 'The ledger does not know it.') }
  }
}
