import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Amount } from '#contract/schemas/amounts.ts'
import { amountInWords } from '#contract/words/amount-words.ts'
import { setSpeech } from '#contract/words/speech.ts'
import { eventAmount, eventName } from '#web/kit/nfts/event-names.ts'
import { alignAmounts } from '#web/kit/amounts/align-amounts.ts'
import {
  compactValue,
  currencyTitle,
  exactAmount,
  exactValue,
  plainDecimal,
  titleOfFigures,
} from '#web/kit/amounts/currency.ts'
import { inFiat, inFiatCompact } from '#web/kit/amounts/fiat.ts'
import { nftPrice } from '#web/kit/amounts/nft-price.ts'
import { truncateDescription } from '#web/kit/collections/truncate-description.ts'
import { changeInPercent } from '#web/kit/amounts/change-in-percent.ts'
import { toCsv } from '#web/kit/charts/download-csv.ts'
import { formatXrpTick } from '#web/kit/charts/formats.ts'
import { rippleTimeToIso } from '#web/kit/ripple-time.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { formatDuration, formatRelative, formatShortWait } from '#web/ui/durations.ts'
import { dayHeads } from '#web/ui/day-heads.ts'
import { regionalLocale } from '#web/ui/regional-locale.ts'
import { isMobile } from '#web/ui/use-mobile.ts'

const opulence = '4F70756C656E6365000000000000000000000000'
const issuer = 'rs5wxrBTSErywDDfPs5NY4Zorrca5QMGVd'
const tokens = [{ symbol: 'Opulence', currency: opulence, issuer }]

describe('amounts', () => {
  it('are exact to the cent of another currency, however large', () => {
    const euro = { currency: 'EUR', perXrp: '0.56817' }
    expect(inFiat('129500000', { ...euro, rateOf: null })).toBe('€73.58')
    expect(inFiat('99999999999999999', { currency: 'USD', perXrp: '1', rateOf: null })).toBe(
      '$100,000,000,000.00',
    )
    expect(inFiat('90071992547409910000', { currency: 'USD', perXrp: '1', rateOf: null })).toBe(
      '$90,071,992,547,409.91',
    )
    expect(inFiatCompact('2500000000', { ...euro, rateOf: null })).toBe('€1.42K')
  })

  it('name their currencies', () => {
    const title = (currency: string, by = issuer) => currencyTitle({ currency, issuer: by }, tokens)
    expect(title('USD')).toBe('USD')
    expect(title(opulence)).toBe('Opulence')
    expect(title('01FF756C656E6365000000000000000000000000')).toBe('01FF75...')
    // Only the listed issuer's currency gets the symbol.
    expect(title(opulence, 'rSomebodyElse')).toBe('Opulence (unlisted)')
  })

  it('have plain digits instead of exponents', () => {
    expect(plainDecimal('15e-1')).toBe('1.5')
    expect(plainDecimal('1.25e3')).toBe('1250')
    expect(plainDecimal('-5e-3')).toBe('-0.005')
    expect(plainDecimal('9999999999999999e80')).toBe(`9999999999999999${'0'.repeat(80)}`)
    expect(plainDecimal('0.10')).toBe('0.1')
  })

  it('are exact in dialogs and compact on cards', () => {
    const listed = { currency: opulence, issuer, value: '15000.5' }
    expect(exactValue('1250000000', tokens)).toBe('1,250.00 XRP')
    expect(compactValue('1250000000', tokens)).toBe('1.25K XRP')
    expect(exactAmount(listed, tokens)).toBe('15000.5 Opulence')
    expect(exactAmount({ ...listed, issuer: 'rSomebodyElse' }, tokens)).toBe(
      '15000.5 Opulence (unlisted) by rSomeb...Else',
    )
    expect(compactValue(listed, tokens)).toBe('15.00K Opulence')
  })

  it('have a scientific form above 10^15 and below 10^-9, and all digits in a title', () => {
    const usd = (value: string) => ({ currency: 'USD', issuer: 'rSomebodyElse', value })
    const formatUsd = (value: string) => exactValue(usd(value), tokens)
    expect(formatUsd('9999999999999999e80')).toBe('9.999999999999999e95 USD')
    expect(formatUsd('1000000000000000e-96')).toBe('1e-81 USD')
    expect(formatUsd('-1.5e-12')).toBe('-1.5e-12 USD')
    expect(formatUsd('1000000000000000')).toBe('1000000000000000 USD')
    expect(formatUsd('1000000000000001')).toBe('1.000000000000001e15 USD')
    expect(formatUsd('0.000000001')).toBe('0.000000001 USD')
    expect(formatUsd('0.00000000099')).toBe('9.9e-10 USD')
    expect(formatUsd('0')).toBe('0 USD')
    expect(compactValue(usd('9999999999999999e80'), tokens)).toBe('9.99e95 USD')
    expect(amountInWords(usd('1e-81'), tokens)).toBe('1e-81 USD (issued by rSomebodyElse)')
    expect(titleOfFigures(usd('9999999999999999e80'))).toBe(`9999999999999999${'0'.repeat(80)}`)
    expect(titleOfFigures(usd('1e-81'))).toBe(`0.${'0'.repeat(80)}1`)
    expect(titleOfFigures(usd('12.5'))).toBeUndefined()
    expect(alignAmounts({ price: usd('1e90'), pays: usd('1.25') })).toEqual({ price: '1e90', pays: '1.25' })
  })

  it('of a listing have the fee on top, the royalty within, and no royalty when the creator sells', () => {
    const nft = { issuer: 'rCreator', transferFee: 5000 }
    const price = (seller: string, amount: Amount, brokered = true) =>
      nftPrice(nft, { kind: 'buyNow', amount, brokered, seller, buyer: null }, '200000')
    expect(price('rSeller', '123456789')).toMatchObject({
      fee: '1234567',
      buyerPays: '124691356',
      royalty: '6172839',
      reserveDrops: 200_000n,
    })
    expect(price('rCreator', '123456789').royalty).toBe('0')
    expect(price('rSeller', '100', false).buyerPays).toBe('100')
    const usd = price('rSeller', { currency: 'USD', issuer, value: '15' })
    expect(usd.buyerPays).toEqual({ currency: 'USD', issuer, value: '15.15' })
    expect(alignAmounts({ price: usd.price, pays: usd.buyerPays })).toEqual({
      price: '15.00',
      pays: '15.15',
    })
  })

  it('show the change of volume', () => {
    expect(changeInPercent(150n, 100n)).toEqual({ text: '+50.0 %', size: '50.0 %', direction: 'up' })
    expect(changeInPercent(95n, 100n)).toEqual({ text: '−5.0 %', size: '5.0 %', direction: 'down' })
    expect(changeInPercent(7n, 7n)?.direction).toBe('same')
    expect(changeInPercent(5n, 0n)).toBeNull()
  })
})

describe('times', () => {
  it('show the time left', () => {
    expect(formatDuration(((2 * 60 + 14) * 60 + 9) * 1000)).toBe('02:14:09')
    expect(formatDuration(49 * 3_600_000)).toBe('2d 01:00:00')
    expect(formatDuration(-5)).toBe('00:00:00')
    expect(formatShortWait(247_000)).toBe('4:07')
  })

  it('are relative to now', () => {
    expect(formatRelative(1000, 5000)).toBe('just now')
    expect(formatRelative(0, 3 * 60_000)).toBe('3 minutes ago')
    expect(formatRelative(2 * 3_600_000, 0)).toBe('in 2 hours')
    expect(formatRelative(0, 24 * 3_600_000)).toBe('yesterday')
  })

  it('of events are never after now, although the clock of the ledger is ahead', () => {
    const at = new Date(Date.now() + 42_000).toISOString()
    expect(renderToStaticMarkup(createElement(RelativeTime, { at }))).toContain('>just now<')
    expect(renderToStaticMarkup(createElement(RelativeTime, { at, upcoming: true }))).toMatch(
      />in \d+ seconds</,
    )
  })

  it('of the ledger are converted', () => {
    expect(rippleTimeToIso(0)).toBe('2000-01-01T00:00:00.000Z')
  })
})

describe('texts', () => {
  it('of cards are cut at 55 characters', () => {
    expect(truncateDescription('a'.repeat(55))).toBe('a'.repeat(55))
    expect(truncateDescription('a'.repeat(56))).toBe(`${'a'.repeat(55)}...`)
    expect(truncateDescription('Ten modules, one grid, five colours: the workshop exercise of a year')).toBe(
      'Ten modules, one grid, five colours: the workshop...',
    )
    expect(truncateDescription('🌒'.repeat(56))).toBe(`${'🌒'.repeat(55)}...`)
  })
})

describe('phones', () => {
  it('are recognised by user agent or width', () => {
    expect(isMobile('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', false)).toBe(true)
    expect(isMobile('Mozilla/5.0 (X11; Linux x86_64)', false)).toBe(false)
    expect(isMobile('Mozilla/5.0 (X11; Linux x86_64)', true)).toBe(true)
  })
})

it('an offer of zero is shown as a transfer, and one with a price as a sale', () => {
  expect(eventName({ type: 'sell_offer', amount: '0' })).toBe('Offered as a transfer')
  expect(eventName({ type: 'sell_offer', amount: '1' })).toBe('Offered for sale')
})

describe('events', () => {
  it('show what was paid, asked or bid, and no price for a transfer', () => {
    expect(eventAmount({ type: 'sale', amount: '5000000' })).toBe('5000000')
    expect(eventAmount({ type: 'transfer', amount: '0' })).toBeNull()
    expect(eventAmount({ type: 'sell_offer', amount: '0' })).toBeNull()
    expect(eventAmount({ type: 'mint', amount: null })).toBeNull()
  })
})

it('axis labels of XRP are short', () => {
  onTestFinished(() => {
    setSpeech({ language: () => 'en' })
  })
  expect([0, 250, 1000, 1500, 12_345, 0.25].map(formatXrpTick)).toEqual([
    '0',
    '250',
    '1K',
    '1.5K',
    '12.35K',
    '0.25',
  ])
  setSpeech({ language: () => 'de' })
  expect([1500, 12_345, 1_500_000].map(formatXrpTick).map((tick) => tick.replace(/\s/, ' '))).toEqual([
    '1.500',
    '12.345',
    '1,5 Mio.',
  ])
})

it('a file of rows has negative numbers, and no formula', async () => {
  const rows = [
    ['=HYPERLINK("x")', '1'],
    ['+1', '-2.5'],
    ['-1+2', 'a, "b"'],
    ['\n=1', '＝1'],
  ]
  const [head, ...lines] = (await toCsv(['work', 'price'], rows)).split('\r\n')
  expect(head).toBe('work,price')
  expect(lines).toEqual([`"'=HYPERLINK(""x"")",1`, `"'+1",-2.5`, `"'-1+2","a, ""b"""`, `"'\n=1","'＝1"`])
})

describe('the locale of dates', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it.each([
    [['en-GB', 'en'], 'en-GB'],
    [['de-AT', 'en-CA'], 'en-CA'],
    [['en-US@posix'], 'en'],
    [['enm', 'not a tag', ''], 'en'],
    [[], 'en'],
  ])('of a visitor with %j is %s', (languages, expected) => {
    vi.stubGlobal('navigator', { languages })
    expect(regionalLocale()).toBe(expected)
    expect(() => new Intl.DateTimeFormat(regionalLocale())).not.toThrow()
  })
})

describe('the heads of days', () => {
  it('stand before the first entry of each day, today and yesterday in words', () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString()
    expect(
      dayHeads(
        [at(28, 20), at(28, 1), at(27, 23), at(3, 12), at(3, 11)],
        new Date(2026, 10, 28, 21).getTime(),
      ),
    ).toEqual(['today', null, 'yesterday', 'November 3, 2026', null])
  })
})
