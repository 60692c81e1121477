import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import * as v from 'valibot'
import { sizedImage } from '#contract/rules/media.ts'
import { NftDatabaseID, NFTokenID } from '#contract/schemas/nfts.ts'
import { joinTitle } from '#contract/words/page-titles.ts'
import { t } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { type EmbedCard, readEmbedCard } from '#worker/domain/nft/embed.ts'
import type { AppEnv } from './app-env.ts'

/**
 * Returns the rule for one of the site's fonts (web/fonts). Any page may load these, because a sandboxed frame has no
 * origin.
 */
const faceOf = (site: string, family: string, file: string, range = '') =>
  `@font-face{font-family:"${family}";font-weight:300 650;font-display:swap;src:url("${site}/fonts/${file}.woff2") format("woff2")${range}}`
const extendedRange = ';unicode-range:U+100-130,U+132-151,U+154-17F,U+218-21B,U+1E9E,U+20A9,U+20BA'
const facesOf = (site: string) =>
  [
    faceOf(site, 'Fraunces Display', 'fraunces-display'),
    faceOf(site, 'Fraunces Display', 'fraunces-ext', extendedRange),
    faceOf(site, 'Inter Text', 'inter-text'),
    faceOf(site, 'Inter Text', 'inter-ext', extendedRange),
  ].join('\n')

/**
 * Styles of the card, inline so that it is a single file apart from its picture and fonts. The colors are those of the
 * site.
 */
const style = `:root{color-scheme:dark light;--paper:#15171d;--wall:#111217;--ink:#f2efe9;--quiet:#a3a6ad;--line:#f2efe91f;--gold:#c9a86a}
@media (prefers-color-scheme:light){:root{--paper:#fffcf4;--wall:#f7efdd;--ink:#1e1a13;--quiet:#5f584a;--line:#1e1a1324;--gold:#7a5a1c}}
*{box-sizing:border-box}html,body{height:100%;margin:0}
body{background:var(--paper);color:var(--ink);font:15px/1.35 "Inter Text",system-ui,sans-serif}
a{display:flex;flex-direction:column;height:100%;color:inherit;text-decoration:none;border:1px solid var(--line);border-radius:10px;overflow:hidden}
a:focus-visible{outline:3px solid var(--gold);outline-offset:-3px}
.art{flex:1;min-height:0;overflow:hidden;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);place-items:center;background:var(--wall)}
img{width:100%;height:100%;object-fit:contain;display:block}
img.veiled{filter:blur(40px);grid-area:1/1;object-fit:cover}.veil{grid-area:1/1;z-index:1;padding:4px 10px;border-radius:6px;background:var(--paper)}
.words{padding:10px 14px 12px;height:116px;display:grid;gap:2px;align-content:start}
.words>*{margin:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.artist,.quiet{font-size:13px}.artist{letter-spacing:.04em}.title{font:400 19px/1.25 "Fraunces Display",Georgia,serif}.quiet{color:var(--quiet)}
.last{display:flex;justify-content:space-between;gap:12px;margin-top:6px}.state{font-weight:600}.brand{color:var(--gold);font-family:"Fraunces Display",Georgia,serif;letter-spacing:.14em}`

const styleOf = (site: string) => `${facesOf(site)}\n${style}`

/**
 * Returns a policy that allows only this style, our pictures and our fonts, and neither scripts nor forms. Any page may
 * embed the card.
 */
const policyOf = (site: string) =>
  [
    "default-src 'none'",
    `img-src ${site}`,
    `font-src ${site}`,
    `style-src 'sha256-${createHash('sha256').update(styleOf(site)).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
    'sandbox allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const cardHtml = (
  site: string,
  { id, title, artist, facts, collection, state, picture, explicit }: EmbedCard,
) =>
  html`<a href="${site}/nft/${id}" target="_blank" rel="noopener"><span class="art">${
    picture === null
      ? html`<span class="quiet">${t('No picture')}</span>`
      : explicit
        ? html`<img class="veiled" src="${site}${sizedImage(picture, { w: 64 })}" alt="" width="800" height="800"><span class="veil">${t('Adult content')}</span>`
        : html`<img src="${site}${sizedImage(picture, { w: 800, h: 800 })}" alt="" width="800" height="800">`
  }</span><span class="words"><span class="artist">${artist.name}</span><span class="title">${title}</span><span class="quiet">${joinTitle(
    ...facts,
    collection,
  )}</span><span class="last"><span class="state">${capitalize(state ?? t('Not for sale'))}</span><span class="brand">OPX</span></span></span></a>`

const notFound = (site: string) =>
  html`<a href="${site}/" target="_blank" rel="noopener"><span class="art"><span class="quiet">${t('This work does not exist.')}</span></span><span class="words"><span class="last"><span></span><span class="brand">OPX</span></span></span></a>`

/** Serves cards of works for other sites: sandboxed, without scripts and cookies. */
export function embedRoutes(app: Hono<AppEnv>) {
  app.get('/embed/nft/:id', async (http) => {
    const { context } = http.var
    const site = context.settings.siteOrigin
    const id = v.safeParse(v.union([NFTokenID, NftDatabaseID]), http.req.param('id'))
    const card = id.success
      ? await readEmbedCard(context, id.output).catch((error: unknown) => {
          if (error instanceof Refusal && error.code === 'not_found') return null
          throw error
        })
      : null
    const page = html`<!doctype html><html lang="${context.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${card?.title ?? 'OPX'}</title><style>${raw(styleOf(site))}</style></head><body>${
      card === null ? notFound(site) : cardHtml(site, card)
    }</body></html>`
    return http.html(page, card === null ? 404 : 200, {
      'cache-control': 'public, max-age=60',
      'content-language': context.language,
      vary: 'Accept-Language',
      'content-security-policy': policyOf(site),
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
}
