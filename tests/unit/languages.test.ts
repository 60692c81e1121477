import { describe, expect, test } from 'vitest'
import { keyOf, parseMessage, pseudoLocale } from '#dev/messages/catalogue.ts'
import { compileMessage } from '#dev/messages/compile.ts'
import { inlineMessages } from '#dev/messages/inline.ts'
import { sentencesIn, translateSentences } from '#dev/messages/sentences.ts'
import { translationProblems } from '#tests/gates/messages.ts'
import { createTranslation } from '#web/api/translation.ts'
import { joiningIn } from '#web/joining.ts'
import { languageNames } from '#worker/contract/languages.ts'
import { amountsIn, wordsIn } from '#worker/contract/page-words.ts'
import { chooseLanguages } from '#worker/http/language.ts'

/** The value of a message's code with these values. */
function evaluated(text: string, values: Record<string, unknown> = {}, locale = 'en'): unknown {
  const names = Object.keys(values)
  const code = compileMessage(parseMessage(text), new Map(names.map((name) => [name, name])), {
    locale,
    rich: false,
  })
  return new Function(...names, `return ${code}`)(...Object.values(values))
}

describe('the language of a page', () => {
  const chosen = (headers: Record<string, string>, query = '') =>
    chooseLanguages(new Request(`https://opx.example/help${query}`, { headers }))

  test('is that of the address, then the choice, then those of the browser by weight, then English', () => {
    const headers = { cookie: 'a=b; opx_lang=fr; c=d', 'accept-language': 'it;q=0.3, de-AT, pt-BR;q=0.8, xx' }
    expect(chosen(headers, '?lang=ja')).toEqual({
      languages: ['ja', 'fr', 'de', 'pt', 'it', 'en'],
      asked: 'ja',
    })
    expect(chosen({}).languages).toEqual(['en'])
    expect(chosen({ 'accept-language': 'en-GB,en;q=0.9,de;q=0.8' }).languages).toEqual(['en'])
    expect(chosen({ 'accept-language': 'de;q=0, zh-Hant' }).languages).toEqual(['zh', 'en'])
  })

  test('is English for anything else', () => {
    const hostile: Record<string, string>[] = [
      { cookie: 'opx_lang=constructor; opx_lang=__proto__' },
      { cookie: 'xopx_lang=de' },
      { 'accept-language': `${'x,'.repeat(20_000)}de` },
      { 'accept-language': 'de;q=NaN, ;;;, *' },
    ]
    for (const headers of hostile) expect(chosen(headers, '?lang=toString').languages).toEqual(['en'])
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
    ["t(open ? 'Open' : 'Closed')", 'stands in the call'],
    ["t('Remove {name}', {})", 'needs the value name'],
    ["t('Remove {name}', values)", 'as an object in place'],
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

describe('sentences of the server', () => {
  const texts = new Map([
    ['Connect your wallet first.', 'Verbinden Sie zuerst Ihre Wallet.'],
    ['The price has changed. It is now {1} XRP.', 'Der Preis ist jetzt {1} XRP.'],
    ['{1} does not belong to you.', '{1} gehört Ihnen nicht.'],
    ['The other account cannot do its part: {1}', 'Das andere Konto kann nicht: {1}'],
    ['{1} of {2} works', '{2} Werke, davon {1}'],
  ])

  test('are found with their values where the code has them', () => {
    const code = [
      "if (kind === 'no such kind') throw new Refusal('forbidden', 'Connect your wallet first.')",
      'throw new Refusal(code, ready ? `The price has changed. It is now ${xrp(price)} XRP.` : other)',
      "throw new Error('Not for people to read.')",
      'export const share = `${a} of ${b} works`',
    ].join('\n')
    const found = sentencesIn('x.ts', code).filter(({ english }) => texts.has(english))
    expect(found.map(({ english, refuses, values }) => [english, refuses, values])).toEqual([
      ['Connect your wallet first.', true, []],
      ['The price has changed. It is now {1} XRP.', true, ['xrp(price)']],
      ['{1} of {2} works', false, ['a', 'b']],
    ])
    expect(translateSentences('x.ts', code, texts)?.split('\n')[3]).toBe(
      'export const share = `${b} Werke, davon ${a}`',
    )
    expect(translateSentences('x.ts', "const a = 'auto'", texts)).toBeNull()
  })

  test('are translated in refusals and replies, with their values; others stay as they are', () => {
    const numberIn = (text: string) => text.replace('.', ';')
    const { translate, translateReply } = createTranslation(Object.fromEntries(texts), {
      numberIn,
      ...joiningIn('de'),
    })
    expect(translate('The price has changed. It is now 12.5 XRP.')).toBe('Der Preis ist jetzt 12;5 XRP.')
    expect(translate('The other account cannot do its part: Moon $1 does not belong to you.')).toBe(
      'Das andere Konto kann nicht: Moon $1 gehört Ihnen nicht.',
    )
    expect(translate('Connect your wallet first. Moon does not belong to you.')).toBe(
      'Verbinden Sie zuerst Ihre Wallet. Moon gehört Ihnen nicht.',
    )
    for (const text of ['constructor', 'Connect your wallet first. Then wait.', 'a, '.repeat(300)])
      expect(translate(text)).toBe(text)
    const reply = {
      rows: [{ message: 'Connect your wallet first.', name: 'Connect your wallet first.' }],
      detail: null,
    }
    translateReply(reply)
    expect(reply.rows).toEqual([
      { message: 'Verbinden Sie zuerst Ihre Wallet.', name: 'Connect your wallet first.' },
    ])
  })
})

describe('amounts that the worker writes', () => {
  const issuer = 'rrrrrrrrrrrrrrrrrrrrBZbvji'
  const art = { currency: 'ART', issuer, value: '1250.5' }

  test('have the decimal mark of the language of the page, and say there who issues a currency', () => {
    const amounts = ['en', 'de', 'ja'].map((language) => amountsIn(wordsIn(language), []))
    expect(amounts.map((amountIn) => amountIn('12500000'))).toEqual(['12.5 XRP', '12,5 XRP', '12.5 XRP'])
    expect(amounts.map((amountIn) => amountIn(art))).toEqual([
      `1250.5 ART (issued by ${issuer})`,
      `1250,5 ART (herausgegeben von ${issuer})`,
      `1250.5 ART（発行者：${issuer}）`,
    ])
  })

  test('are translated in refusals, with currencies that are not listed', () => {
    const german = {
      'This takes {1}, and your account has {2}.': 'Dafür sind {1} nötig, Ihr Konto hat {2}.',
      '{1} (issued by {2})': '{1} (herausgegeben von {2})',
    }
    const { translate } = createTranslation(german, {
      numberIn: (text) => text.replace('.', ','),
      ...joiningIn('de'),
    })
    expect(translate(`This takes 1250.5 ART (issued by ${issuer}), and your account has 0.5 SOLO.`)).toBe(
      `Dafür sind 1250,5 ART (herausgegeben von ${issuer}) nötig, Ihr Konto hat 0,5 SOLO.`,
    )
  })
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
