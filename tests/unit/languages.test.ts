import { describe, expect, test } from 'vitest'
import { keyOf, parseMessage, pseudoLocale } from '#build/messages/catalogue.ts'
import { compileMessage } from '#build/messages/compile.ts'
import { inlineMessages } from '#build/messages/inline.ts'
import { translationProblems } from '#tests/gates/messages.ts'
import { pages } from '#contract/pages.ts'
import { joiningIn } from '#contract/words/joining.ts'
import { languageNames } from '#contract/words/languages.ts'
import { amountValue, xrpValue } from '#contract/words/amount-values.ts'
import { amountInWords } from '#contract/words/amount-words.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { inWords, sentence, type Sentence, t } from '#contract/words/sentence.ts'
import { inLanguage } from '#contract/words/speech.ts'
import { describe as describeProblem } from '#worker/http/problems.ts'
import '#worker/languages.ts'
import { chooseLanguages } from '#worker/http/language.ts'

/** Evaluates the compiled code of a message with these values. */
function evaluated(text: string, values: Record<string, unknown> = {}, locale = 'en'): unknown {
  const names = Object.keys(values)
  const code = compileMessage(parseMessage(text), new Map(names.map((name) => [name, name])), {
    locale,
    rich: false,
  })
  return new Function(...names, `return ${code}`)(...Object.values(values))
}

describe('the language of a page', () => {
  const choose = (headers: Record<string, string>, query = '') =>
    chooseLanguages(new Request(`https://opx.example/help${query}`, { headers }))

  test('is that of the address, then the choice, then those of the browser by weight, then English', () => {
    const headers = { cookie: 'a=b; opx_lang=fr; c=d', 'accept-language': 'it;q=0.3, de-AT, pt-BR;q=0.8, xx' }
    expect(choose(headers, '?lang=ja')).toEqual({
      languages: ['ja', 'fr', 'de', 'pt', 'it', 'en'],
      isAsked: 'ja',
    })
    expect(choose({}).languages).toEqual(['en'])
    expect(choose({ 'accept-language': 'en-GB,en;q=0.9,de;q=0.8' }).languages).toEqual(['en'])
    expect(choose({ 'accept-language': 'de;q=0, zh-Hant' }).languages).toEqual(['zh', 'en'])
  })

  test('is English for anything else', () => {
    const hostile: Record<string, string>[] = [
      { cookie: 'opx_lang=constructor; opx_lang=__proto__' },
      { cookie: 'xopx_lang=de' },
      { 'accept-language': `${'x,'.repeat(20_000)}de` },
      { 'accept-language': 'de;q=NaN, ;;;, *' },
    ]
    for (const headers of hostile) expect(choose(headers, '?lang=toString').languages).toEqual(['en'])
  })
})

describe('a message', () => {
  test('becomes the expression of its text, with numbers and plurals of the language', () => {
    const works = '{count, plural, =0 {no work} one {# work} other {# works}} by {name}'
    expect([0, 1, 1234].map((count) => evaluated(works, { count, name: 'Mara' }))).toEqual([
      'no work by Mara',
      '1 work by Mara',
      '1,234 works by Mara',
    ])
    const french = '{count, plural, one {# œuvre} many {# d’œuvres} other {# œuvres}}'
    expect([0, 2, 1_000_000].map((count) => evaluated(french, { count }, 'fr'))).toEqual([
      '0 œuvre',
      '2 œuvres',
      '1\u202f000\u202f000 d’œuvres',
    ])
    expect(evaluated('{count, plural, other {# 点}}', { count: 1 }, 'ja')).toBe('1 点')
    const verb = '{made, select, kept {kept} other {minted}}'
    expect([evaluated(verb, { made: 'kept' }), evaluated(verb, { made: 'x' })]).toEqual(['kept', 'minted'])
    expect(evaluated('1 XRP = ${usd} `\\`', { usd: '0.61' })).toBe('1 XRP = $0.61 `\\`')
  })

  test('keeps a number and its percent sign on one line', () => {
    expect(evaluated('The fee is 1 %, the royalty {royalty} %.', { royalty: '5' })).toBe(
      'The fee is 1\u00a0%, the royalty 5\u00a0%.',
    )
    expect(evaluated('1% or {share}%', { share: '2' })).toBe('1% or 2%')
  })

  const german = new Map([
    ['Cart', 'Warenkorb'],
    ['event | Sold', 'Verkauf'],
    ['Read the <link>Terms of {name}</link>.', '<link>Bedingungen von {name}</link> lesen.'],
  ])
  const inlined = (line: string, catalogue = new Map<string, string>(), locale = 'en') =>
    inlineMessages('x.tsx', `import { t, rich, slot } from '#web/messages.ts'\n${line}`, locale, catalogue)
      ?.toString()
      .split('\n')
      .at(-1)

  test('stands in the place of its call, and its tags are the elements that the code gives', () => {
    const line =
      "<p title={t('Cart')}>{rich('Read the <link>Terms of {name}</link>.', { name, link: <a>{slot}</a> })}</p>"
    expect(inlined(line)).toBe(
      '<p title={"Cart"}>{__rich("Read the ",(<a>{__rich("Terms of ",name)}</a>),".")}</p>',
    )
    expect(inlined(line, german, 'de')).toBe(
      '<p title={"Warenkorb"}>{__rich((<a>{__rich("Bedingungen von ",name)}</a>)," lesen.")}</p>',
    )
    expect(inlined("t('{count, plural, one {# work} other {# works}}', { count: next() })")).toBe(
      '(($count)=>($count===1?`${($count).toLocaleString("en")} work`:`${($count).toLocaleString("en")} works`))(next())',
    )
    expect(inlined("t('Remove {name}', { name: t('Cart') })", german, 'de')).toBe('`Remove ${("Warenkorb")}`')
  })

  test('has a translation for each of its meanings, and is English without one', () => {
    expect(inlined("[t('Sold'), t('Sold', { context: 'event' })]", german, 'de')).toBe('["Sold", "Verkauf"]')
    expect([keyOf('Sold', undefined), keyOf('Sold', 'event')]).toEqual(['Sold', 'event | Sold'])
  })

  test.each([
    ["t(open ? 'Open' : 'Closed')", 'must be a string in the call'],
    ["t('Remove {name}', {})", 'needs the value name'],
    ["t('Remove {name}', values)", 'as an object literal'],
    ["t('Sold', { context: kind })", 'context of “Sold”'],
    ["t('Cart {')", 'Cart {'],
    ["t('{at, date}')", '{at, date}'],
  ])('is refused by the build: %s', (line, reason) => {
    expect(() => inlined(line)).toThrow(reason)
  })
})

describe('the catalogues', () => {
  const texts = new Map([
    ['One {name}', { text: 'One {name}', files: [] }],
    ['Two', { text: 'Two', files: [] }],
    ['event | Three', { text: 'Three', files: [] }],
  ])

  test('may lack translations, but have none of other texts or with other values', () => {
    const german = new Map([
      ['One {name}', 'Eins {name}'],
      ['Two', '<link>Zwei</link>'],
      ['More', ''],
    ])
    expect(translationProblems('de', german, texts)).toEqual([
      'de: “Two” has the values (link: tag), English ().',
      'de: no code has the text “More”. Run `npm run messages`.',
    ])
  })

  test('have a pseudo-locale that is longer and accented', () => {
    expect(evaluated('Sign in {count} times', { count: 2 }, pseudoLocale)).toBe('Šígñ~ íñ~ 2 tíméš~~')
  })

  test('are for languages that Intl knows', () => {
    const languages = Object.keys(languageNames)
    expect(Intl.PluralRules.supportedLocalesOf(languages)).toEqual(languages)
  })
})

describe('sentences of the worker', () => {
  const issuer = 'rrrrrrrrrrrrrrrrrrrrBZbvji'
  const art = { currency: 'ART', issuer, value: '1250.5' }

  test('are told in the language of the call, and in English where there is none', () => {
    const translate = () => t('Connect your wallet first.')
    expect(translate()).toBe('Connect your wallet first.')
    expect(inLanguage('de', translate)).toBe('Verbinden Sie zuerst Ihre Wallet.')
    expect(inLanguage('tlh', translate)).toBe('Connect your wallet first.')
    expect(inLanguage('de', () => t('Moon {name}', { name: '{name}' }))).toBe('Moon {name}')
    expect(inLanguage('de', () => t('constructor'))).toBe('constructor')
  })

  test('can be stored and told later, with amounts, sentences and lists in them', () => {
    const stored: Sentence = JSON.parse(
      JSON.stringify([
        sentence('The price has changed. It is now {amount}.', { amount: amountValue(art, []) }),
        sentence('The other account cannot complete its part: {reason}', {
          reason: sentence('{name} does not belong to you.', { name: 'Moon $1' }),
        }),
        sentence('This collection cannot be removed now: {reasons}.', {
          reasons: { list: [sentence('auctions are running'), sentence('payouts are still owed')] },
        }),
      ]),
    )
    expect(inWords(stored)).toBe(
      `The price has changed. It is now 1250.5 ART (issued by ${issuer}). The other account cannot complete its part: Moon $1 does not belong to you. This collection cannot be removed now: auctions are running, payouts are still owed.`,
    )
    expect(inWords(stored, 'de')).toContain(`1250,5 ART (herausgegeben von ${issuer})`)
    expect(inWords(stored, 'de')).toContain('Moon $1 gehört Ihnen nicht.')
    expect(inWords(stored, 'ja')).toContain('、')
    expect(
      inWords(
        sentence(
          'This requires {needed} XRP, and your account can spend {available} XRP above its reserve.',
          {
            needed: xrpValue(1_250_500_000n),
            available: xrpValue(0n),
          },
        ),
        'de',
      ),
    ).toMatch(/1\.250,50 XRP.* 0,00 XRP/)
  })

  test('are in refusals: English in logs, and in the language of the reader for people', () => {
    const refusal = new Refusal('not_found', sentence('This NFT does not exist.'), {
      errors: [{ path: 'id', message: sentence('Choose a picture.', { context: 'reply' }) }],
    })
    expect(refusal.message).toBe('This NFT does not exist.')
    const { problem } = inLanguage('de', () => describeProblem(refusal, 'r1'))
    expect([problem.detail, problem.errors]).toEqual([
      'Dieses NFT gibt es nicht.',
      [{ path: 'id', message: 'Wählen Sie ein Bild.' }],
    ])
  })

  test('have amounts as the language of the page writes them', () => {
    const amounts = ['en', 'de', 'ja'].map((language) =>
      inLanguage(language, () => [amountInWords('12500000', []), amountInWords(art, [])]),
    )
    expect(amounts).toEqual([
      ['12.5 XRP', `1250.5 ART (issued by ${issuer})`],
      ['12,5 XRP', `1250,5 ART (herausgegeben von ${issuer})`],
      ['12.5 XRP', `1250.5 ART（発行者：${issuer}）`],
    ])
  })
})

test('the titles of the pages are in the language of the page', () => {
  expect(inLanguage('de', () => pages.help.title())).toBe('Hilfe')
})

describe('sentences in a row', () => {
  test.each([
    ['de', 'A. B.', 'a, b'],
    ['ja', 'A.B.', 'a、b'],
    ['zh', 'A.B.', 'a、b'],
    ['ko', 'A. B.', 'a, b'],
  ])('are joined as in %s', (language, sentences, list) => {
    const { joinList, joinSentences } = joiningIn(language)
    expect(joinSentences('A.', false, null, '', 'B.')).toBe(sentences)
    expect(joinList(['a', 'b'])).toBe(list)
  })
})
