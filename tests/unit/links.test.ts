import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { linkNames } from '#contract/rules/link-names.ts'
import { Links } from '#contract/schemas/links.ts'
import { completeLink, linkProblem } from '#contract/rules/links.ts'
import { sharedPath } from '#contract/rules/share-target.ts'

test('short input is completed to a web address', () => {
  const cases = [
    ['website', 'name.com', 'https://name.com'],
    ['website', ' https://name.com/a?b=c ', 'https://name.com/a?b=c'],
    ['website', 'http://name.com', 'http://name.com'],
    ['website', 'münchen.example/kunst', 'https://münchen.example/kunst'],
    ['twitter', '@name', 'https://x.com/name'],
    ['twitter', 'name', 'https://x.com/name'],
    ['twitter', 'x.com/name', 'https://x.com/name'],
    ['telegram', '@name', 'https://t.me/name'],
    ['discord', 'invite1', 'https://discord.gg/invite1'],
    ['medium', '@name', 'https://medium.com/@name'],
    ['facebook', 'name', 'https://facebook.com/name'],
    ['facebook', 'john.doe', 'https://facebook.com/john.doe'],
    ['facebook', 'john.doe.3', 'https://facebook.com/john.doe.3'],
    ['facebook', 'facebook.com/john.doe', 'https://facebook.com/john.doe'],
    ['facebook', 'name.com', 'https://name.com'],
    ['facebook', 'm.facebook.com', 'https://m.facebook.com'],
    ['medium', 'john.doe', 'https://medium.com/@john.doe'],
    ['medium', 'name.medium.com', 'https://name.medium.com'],
    ['telegram', 't.me', 'https://t.me'],
    ['telegram', 'john.doe', 'https://t.me/john.doe'],
    ['twitter', 'john.doe', 'https://x.com/john.doe'],
    ['twitter', 'mara.gallery', 'https://mara.gallery'],
    ['discord', 'chat.example', 'https://chat.example'],
    ['website', 'john.doe', 'https://john.doe'],
  ] as const
  for (const [name, text, stored] of cases) expect([text, completeLink(name, text)]).toEqual([text, stored])
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//name.com',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://name.com/%0aalert(1)',
  'file:///etc/passwd',
  'blob:https://name.com/1',
  'ftp://name.com',
  'intent://name.com#Intent;scheme=https;end',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'mailto:me@name.com',
  'https://me:secret@name.com',
  'https://',
  'a b.com',
  `https://name.com/${'a'.repeat(300)}`,
])('%s is not a link', (text) => {
  for (const name of linkNames) {
    expect(completeLink(name, text)).toBeNull()
    expect(linkProblem(name, text)).toContain('Enter a web address')
    expect(v.safeParse(Links, JSON.stringify({ [name]: text })).success).toBe(false)
  }
})

test('every stored link is a web address, and completing it again changes nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...linkNames), fc.string({ maxLength: 320 }), (name, text) => {
      const link = completeLink(name, text)
      if (link === null) return
      expect(new URL(link).protocol).toMatch(/^https?:$/)
      expect(completeLink(name, link)).toBe(link)
    }),
  )
})

test('what is shared with the installed app leads to its page, and never to another site', () => {
  const id = '000B013A95F14B0044F78A264E41713C64B5F89242540EE208C3098E00000D65'
  const cases = [
    [['https://opx.example/collection/c1/items?sort=price_inc'], '/collection/c1/items?sort=price_inc'],
    [['', 'Look at this: https://opx.example/nft/x', 'Title'], '/nft/x'],
    [['https://opx.example'], '/'],
    [['https://opx.example//evil.example/a'], '/evil.example/a'],
    [['https://opx.example/share?url=https://opx.example/share'], '/'],
    [['https://other.example/nft/' + id], `/nft/${id}`],
    [[`${id.toLowerCase()} is great`], `/nft/${id}`],
    [[`${id}00`], `/search/${id}00`],
    [['https://opx.example.evil/nft/x'], '/search/https%3A%2F%2Fopx.example.evil%2Fnft%2Fx'],
    [['', '  Midnight Orchard '], '/search/Midnight%20Orchard'],
    [['', '', ''], '/'],
    [[`${'a'.repeat(99)}\u{1f600}`], `/search/${'a'.repeat(99)}%EF%BF%BD`],
  ] as const
  for (const [texts, path] of cases)
    expect([texts, sharedPath([...texts], 'https://opx.example')]).toEqual([texts, path])
  fc.assert(
    fc.property(
      fc.array(fc.webUrl().chain((url) => fc.constantFrom(url, `https://opx.example/${url}`))),
      (texts) => {
        expect(new URL(sharedPath(texts, 'https://opx.example'), 'https://opx.example').origin).toBe(
          'https://opx.example',
        )
      },
    ),
  )
})
