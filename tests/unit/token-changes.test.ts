import { expect, test } from 'vitest'
import type { Metadata } from '#worker/ledger/ledger-json.ts'
import { type TokenState, tokenChanges } from '#worker/ledger/token-changes.ts'
import { seeded } from 'local-ledger/tests/workload.ts'

type Page = [id: number, uri: string | undefined][]

const idOf = (n: number) => n.toString(16).toUpperCase().padStart(64, '0')
const pageIndex = (owner: number) => owner.toString(16).padStart(40, '0') + '0'.repeat(24)
const fieldsOf = (page: Page) => ({
  NFTokens: page.map(([id, URI]) => ({
    NFToken: { NFTokenID: idOf(id), ...(URI === undefined ? {} : { URI }) },
  })),
})

/** Builds metadata from the pages before and after a transaction; null if there is no page. */
function metadataOf(pages: { owner: number; before: Page | null; after: Page | null }[]): Metadata {
  return {
    AffectedNodes: pages.map(({ owner, before, after }) => {
      const node = { LedgerEntryType: 'NFTokenPage', LedgerIndex: pageIndex(owner) }
      if (before === null) return { CreatedNode: { ...node, NewFields: fieldsOf(after ?? []) } }
      if (after === null) return { DeletedNode: { ...node, FinalFields: fieldsOf(before) } }
      return {
        ModifiedNode: { ...node, FinalFields: fieldsOf(after), PreviousFields: fieldsOf(before) },
      }
    }),
    TransactionIndex: 0,
    TransactionResult: 'tesSUCCESS',
  }
}

test('changes of tokens are those that comparing every token of every page finds', () => {
  const chance = seeded(5)
  const int = (below: number) => Math.floor(chance() * below)
  let differences = 0
  for (let round = 0; round < 3000; round += 1) {
    const randomPage = (): Page | null => {
      const ids = Array.from({ length: 12 }, (_, id) => id).filter(() => chance() < 0.6)
      return ids.length === 0 || chance() < 0.15 ? null : ids.map((id) => [id, [undefined, 'AB'][int(2)]])
    }
    // Usually returns the same page with few changes, as a transaction would leave it. Several pages may contain the same
    // token.
    const altered = (page: Page | null): Page | null => {
      const left = (page ?? []).filter(() => chance() < 0.9)
      return page === null || left.length === 0 ? randomPage() : left
    }
    const pages = Array.from({ length: 1 + int(3) }, (_, place) => {
      const before = randomPage()
      return { owner: place % 2, before, after: altered(before) }
    }).filter(({ before, after }) => before !== null || after !== null)
    const side = (name: 'before' | 'after') => {
      const states = new Map<string, TokenState>()
      for (const { owner, [name]: page } of pages)
        for (const [id, uri] of page ?? [])
          states.set(idOf(id), { owner: pageIndex(owner).slice(0, 40), uri: uri ?? null })
      return states
    }
    const [before, after] = [side('before'), side('after')]
    const expected = [...new Set([...before.keys(), ...after.keys()])]
      .map((nftId) => ({ nftId, before: before.get(nftId) ?? null, after: after.get(nftId) ?? null }))
      .filter((one) => one.before?.owner !== one.after?.owner || one.before?.uri !== one.after?.uri)
    const byId = (a: { nftId: string }, b: { nftId: string }) => (a.nftId < b.nftId ? -1 : 1)
    expect(tokenChanges(metadataOf(pages), (hex) => hex).toSorted(byId)).toEqual(expected.toSorted(byId))
    differences += expected.length
  }
  expect(differences).toBeGreaterThan(1000)
})
