import { shortenAddress } from '#contract/rules/accounts.ts'
import { findBatch } from '#local/signer/batch.ts'
import { inPlainWords } from '#local/signer/plain-words.ts'
import type { DemoAccount, Payload } from '#local/signer/types.ts'
import { batchView } from './batch-view.ts'
import { type Html, html } from './html.ts'

export interface AccountLine extends DemoAccount {
  /** Formatted like "1,250.00"; null if the account is not on the ledger. */
  xrp: string | null
}

const roles = { marketplace: 'market', artist: 'artist' } as const

export function renderLayout(title: string, body: Html, refresh: boolean): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title} · Local wallet</title>
<link rel="icon" href="/wallet/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/wallet/page.css">
<script type="module" src="/wallet/page.js"></script>
</head>
<body data-refresh="${refresh ? 'yes' : 'no'}">
<div class="phone">
<header class="bar"><a class="brand" href="/"><span class="mark" aria-hidden="true"></span>Local wallet</a><span class="tag">demo money</span></header>
<main>${body}</main>
</div>
</body>
</html>`.text
}

function accountRadio(account: AccountLine, selectedAccount: string | null): Html {
  return html`<label class="account">
<input type="radio" name="account" value="${account.address}" ${account.address === selectedAccount ? 'checked' : ''} required>
<span class="who"><span class="name">${account.name}</span><span class="address" title="${account.address}">${shortenAddress(account.address)}${account.role === 'collector' ? null : html`<span class="role"> · ${roles[account.role]}</span>`}</span></span>
<span class="balance" data-balance="${account.address}">${account.xrp === null ? 'not funded' : html`${account.xrp}<span class="unit"> XRP</span>`}</span>
</label>`
}

const order = { collector: 0, artist: 1, marketplace: 2 } as const

/** Lists only accounts that are allowed to sign. */
function accountGroup(
  accounts: AccountLine[],
  selectedAccount: string | null,
  allowedAccounts: string[] | null,
): Html {
  const options = accounts
    .filter((account) => allowedAccounts === null || allowedAccounts.includes(account.address))
    .toSorted((a, b) => order[a.role] - order[b.role])
  if (options.length === 0) {
    return html`<p class="problem" role="alert">This wallet does not hold the account that has to sign.</p>`
  }
  return html`<div class="accounts" role="radiogroup" aria-label="Account">${options.map((account) => accountRadio(account, selectedAccount))}</div>`
}

function inboxItem(payload: Payload): Html {
  const { title } = inPlainWords(payload.txjson)
  return html`<li><a class="request" href="/sign/${payload.uuid}"><span class="name">${title}</span><span class="address">${payload.customMeta.instruction ?? payload.createdAt.slice(0, 19).replace('T', ' ')}</span></a></li>`
}

export function homeView(accounts: AccountLine[], selectedAccount: string | null, inbox: Payload[]): string {
  const body = html`<h1>Whose phone is this?</h1>
<form method="post" action="/wallet/account">
${accountGroup(accounts, selectedAccount, null)}
<button class="quiet" type="submit">Use this account</button>
</form>
<section aria-labelledby="inbox"><h2 id="inbox">Requests</h2>
<div id="requests">${
    inbox.length === 0
      ? html`<p class="muted">Nothing to sign. Requests that a site pushes to this account appear here; others by their QR code or link.</p>`
      : html`<ul class="list">${inbox.map(inboxItem)}</ul>`
  }</div></section>`
  return renderLayout('Accounts', body, true)
}

function factsOf(payload: Payload): Html {
  const { facts } = inPlainWords(payload.txjson)
  if (facts.length === 0) return html``
  return html`<dl class="facts">${facts.map((fact) => html`<div><dt>${fact.label}</dt><dd title="${fact.full ?? fact.value}">${fact.value}</dd></div>`)}</dl>`
}

function bodyOf(payload: Payload, accounts: AccountLine[], selectedAccount: string | null): Html {
  const batch = findBatch(payload.txjson)
  if (batch === null) return factsOf(payload)
  return batchView(batch, payload.options.signers?.[0] ?? selectedAccount ?? batch.Account, accounts)
}

function renderHead(
  payload: Payload,
  appName: string,
  accounts: AccountLine[],
  selectedAccount: string | null,
): Html {
  const { title } = inPlainWords(payload.txjson)
  return html`<p class="from">${appName} asks</p><h1>${title}</h1>
${payload.customMeta.instruction === null ? null : html`<p class="instruction">${payload.customMeta.instruction}</p>`}
${bodyOf(payload, accounts, selectedAccount)}
<details><summary>The ${findBatch(payload.txjson) === null ? 'transaction' : 'whole Batch'} as JSON</summary><pre tabindex="0">${JSON.stringify(payload.txjson, null, 2)}</pre></details>`
}

export function requestView(
  payload: Payload,
  appName: string,
  accounts: AccountLine[],
  selectedAccount: string | null,
  problem: string | null,
): string {
  const body = html`${renderHead(payload, appName, accounts, selectedAccount)}
<form method="post" action="/sign/${payload.uuid}">
${accountGroup(accounts, selectedAccount, payload.options.signers)}
${problem === null ? null : html`<p class="problem" role="alert">${problem}</p>`}
<div class="actions">
<button class="quiet" type="submit" name="action" value="reject" formnovalidate>Reject</button>
<button class="sign" type="submit" name="action" value="sign">Sign</button>
</div>
</form>`
  return renderLayout(inPlainWords(payload.txjson).title, body, true)
}

/** Returns the link back to the site, with the placeholders that Xaman replaces. */
function returnUrl(payload: Payload): string | null {
  const template = payload.options.returnWeb ?? payload.options.returnApp
  if (template === null || !/^https?:\/\//.test(template)) return null
  return template
    .replaceAll('{id}', payload.uuid)
    .replaceAll('{cid}', encodeURIComponent(payload.customMeta.identifier ?? ''))
    .replaceAll('{txid}', payload.response?.txid ?? '')
    .replaceAll('{txblob}', payload.response?.hex ?? '')
}

function describeOutcome(payload: Payload): { state: string; sentence: string } {
  const result = payload.response?.dispatchedResult ?? null
  if (payload.cancelled) return { state: 'Withdrawn', sentence: 'The site has withdrawn this request.' }
  if (payload.resolvedAt === null) {
    return { state: 'Expired', sentence: 'This request was not opened in time. Start again on the site.' }
  }
  if (!payload.signed)
    return { state: 'Rejected', sentence: 'You rejected this request. Nothing was signed.' }
  if (result === null) return { state: 'Signed', sentence: 'Signed, and the site was notified.' }
  if (result === 'tesSUCCESS') {
    return { state: 'Signed', sentence: 'Signed and handed to the ledger. The site shows the outcome.' }
  }
  return { state: 'Signed', sentence: `Signed, but the ledger answered ${result}.` }
}

export function resultView(payload: Payload, accounts: AccountLine[]): string {
  const { state, sentence } = describeOutcome(payload)
  const back = returnUrl(payload)
  const account = accounts.find((candidate) => candidate.address === payload.response?.account)
  const { txid } = payload.response ?? { txid: null }
  const body = html`<div class="outcome" role="status"><p class="from">${inPlainWords(payload.txjson).title}</p><h1>${state}</h1><p>${sentence}</p></div>
${
  payload.signed
    ? html`<dl class="facts"><div><dt>By</dt><dd title="${payload.response?.account ?? ''}">${account?.name ?? shortenAddress(payload.response?.account ?? '')}</dd></div>
<div><dt>Transaction</dt><dd class="hash" title="${txid ?? ''}">${shortenAddress(txid ?? '')}</dd></div></dl>`
    : null
}
<p class="muted" id="tab" role="status"></p>
<div class="actions">${back === null ? null : html`<a class="button sign" id="back" href="${back}">Back to the site</a>`}<a class="button quiet" href="/">All requests</a></div>`
  return renderLayout(state, body, false)
}

export function messageView(title: string, sentence: string): string {
  return renderLayout(
    title,
    html`<h1>${title}</h1><p>${sentence}</p><div class="actions"><a class="button quiet" href="/">All requests</a></div>`,
    false,
  )
}
