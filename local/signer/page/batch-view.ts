import { batchInPlainWords, type Flow, type Line } from '#local/signer/batch-words.ts'
import type { Batch } from '#local/signer/batch.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { shortenAddress } from '#contract/rules/accounts.ts'
import { type Html, html } from './html.ts'

function lineItem({ what, full, note }: Line): Html {
  return html`<li><span title="${full}">${what}</span>${note === '' ? null : html` <span class="muted">${note}</span>`}</li>`
}

function renderMovements(title: string, lines: Line[]): Html {
  const content =
    lines.length === 0 ? html`<p class="muted">Nothing</p>` : html`<ul>${lines.map(lineItem)}</ul>`
  return html`<section class="moving"><h2>${title}</h2>${content}</section>`
}

const isEmpty = ({ leaves, arrives }: Flow) => leaves.length === 0 && arrives.length === 0

/**
 * Shows a Batch to the account that is requested to sign it: what the account gives and receives, the marketplace's
 * part, and every step.
 */
export function batchView(batch: Batch, signer: string, accounts: DemoAccount[]): Html {
  const nameOf = (address: string) =>
    address === signer
      ? 'you'
      : (accounts.find((account) => account.address === address)?.name ?? shortenAddress(address))
  const { mode, steps, flowOf } = batchInPlainWords(batch, nameOf)
  const ownFlow = flowOf(signer)
  const markets = accounts
    .filter(({ role, address }) => role === 'marketplace' && address !== signer)
    .map(({ name, address }) => ({ name, flow: flowOf(address) }))
    .filter(({ flow }) => !isEmpty(flow))
  return html`<p>${mode}</p>
${renderMovements('You give', ownFlow.leaves)}
${renderMovements('You get', ownFlow.arrives)}
${markets.map(({ name, flow }) => html`${renderMovements(`${name} gives`, flow.leaves)}${renderMovements(`${name} gets`, flow.arrives)}`)}
<section class="steps"><h2>Step by step</h2>
<ol>${steps.map(
    ({
      account,
      sentence,
      json,
    }) => html`<li><p><span class="name" title="${account}">${account === signer ? 'Your account' : nameOf(account)}</span> ${sentence}</p>
<details><summary>This transaction as JSON</summary><pre tabindex="0">${JSON.stringify(json, null, 2)}</pre></details></li>`,
  )}</ol></section>`
}
