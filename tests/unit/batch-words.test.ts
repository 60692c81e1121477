import { describe, expect, test } from 'vitest'
import { findBatch } from '#local/signer/batch.ts'
import { batchInPlainWords } from '#local/signer/batch-words.ts'
import { loadScenarios, recordings } from 'local-ledger/tests/replay/scenario.ts'

const scenarios = loadScenarios(recordings)

/** Returns the texts for a recorded Batch, with the names of the recording. */
function wordsOf(name: string, id: string) {
  const scenario = scenarios.find((one) => one.name === name)
  const txjson = scenario?.steps.find(({ step }) => step.id === id)?.step.tx_json
  const batch = txjson && findBatch(txjson)
  if (scenario === undefined || batch === undefined || batch === null)
    throw new Error(`no Batch ${name}:${id}`)
  const names = new Map(Object.entries(scenario.accounts).map(([alias, { address }]) => [address, alias]))
  const nameOf = (address: string) => names.get(address) ?? address
  const words = batchInPlainWords(batch, nameOf)
  return {
    mode: words.mode,
    steps: words.steps.map(({ account, sentence }) => `${nameOf(account)} ${sentence}`),
    of: (alias: string) => {
      const { leaves, arrives } = words.flowOf(scenario.accounts[alias]?.address ?? '')
      const texts = (lines: typeof leaves) => lines.map(({ what, note }) => `${what} ${note}`.trim())
      return { gives: texts(leaves), gets: texts(arrives) }
    },
  }
}

describe('a Batch in plain words', () => {
  test('a purchase that the marketplace matches shows both sides', () => {
    const { mode, steps, of } = wordsOf('batch-brokered', 's31')
    expect(mode).toBe('Everything changes hands, or nothing does.')
    expect(steps).toEqual([
      'bill offers 10.10 XRP for NFT 000813...0005, only to mark',
      'mark matches two offers: NFT 000813...0005 goes to bill for 10.10 XRP, with a fee of 0.10 XRP',
    ])
    expect(of('bill')).toEqual({
      gives: ['10.10 XRP', '0.00005 XRP network fee', '10.10005 XRP in total'],
      gets: ['NFT 000813...0005'],
    })
    expect(of('mark')).toEqual({ gives: [], gets: ['0.10 XRP fee'] })
  })

  test('an on-demand sale shows the mint, the acceptance and the payout', () => {
    const { steps, of } = wordsOf('batch-mint-on-demand', 's19')
    expect(steps).toEqual([
      'mark mints a new NFT of iris and offers it for 20.00 XRP, only to bill',
      'bill takes a new NFT from mark for 20.00 XRP',
      'mark pays 17.60 XRP to iris',
    ])
    expect(of('bill')).toEqual({ gives: ['20.00 XRP'], gets: ['a new NFT'] })
    expect(of('iris')).toEqual({ gives: [], gets: ['17.60 XRP'] })
  })

  test('a cart of four adds up', () => {
    const { of } = wordsOf('batch-cart', 's21')
    expect(of('bill').gives.at(-1)).toBe('8.686 XRP in total')
    expect(of('bill').gets).toHaveLength(4)
    expect(of('mark').gets.at(-1)).toBe('0.086 XRP in total')
  })

  test('a swap shows both works, and the royalty on a price', () => {
    const { of } = wordsOf('batch-swap', 's23')
    expect(of('bob')).toEqual({ gives: ['NFT 00081B...0003'], gets: ['NFT 00081B...0003'] })
    const priced = scenarios
      .find(({ name }) => name === 'batch-swap')
      ?.steps.find(({ step }) => JSON.stringify(step.tx_json ?? {}).includes('"Amount":"3000000"'))
    const { of: side } = wordsOf('batch-swap', priced?.step.id ?? '')
    const gets = ['ann', 'bob'].flatMap((alias) => side(alias).gets)
    expect(gets).toContain('3.00 XRP less a royalty of 7 %')
  })

  test('what the fields do not show is named as such', () => {
    const { steps, of } = wordsOf('batch-iou', 's31')
    expect(steps[0]).toBe('bill accepts offer 34049D...EF84')
    expect(of('bill').gets).toEqual(['the NFT of offer 34049D...EF84'])
    expect(of('bill').gives).toContain('the price of offer 34049D...EF84')
  })
})
