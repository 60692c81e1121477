import type { Hono } from 'hono'
import { html } from 'hono/html'
import { Refusal } from '#contract/words/refusal.ts'
import { sentence, t } from '#contract/words/sentence.ts'
import type { EdgeCache } from '#worker/http/edge-cache.ts'
import { ipfsPathOf } from '#worker/http/media-request.ts'
import type { AppEnv, Http } from './app-env.ts'
import { copiedMedia, createFiles, type MediaAddress, onIpfs } from './files.ts'

/**
 * Permissions policy that denies every browser feature, whatever a work requests. A sandbox has an opaque origin, to
 * which no feature is granted.
 */
const noPermissions = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'web-share',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

const headersWith = (policy: string[]) => ({
  'content-security-policy': policy.join('; '),
  'permissions-policy': noPermissions,
  // The scripts, fonts and data of a sandbox are cross-origin requests.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  // Blocks what a content security policy cannot forbid: WebRTC calls, and connections that are opened in advance.
  'connection-allowlist': '(response-origin)',
  'x-dns-prefetch-control': 'off',
})

/**
 * Returns the policy of a work that is a program. The work always has an opaque origin, and may load only files of its
 * own folder (`files`). It gets no forms, popups or other frames (docs/decisions/0034).
 */
const workPolicy = (site: string, files: string) => [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'unsafe-inline' 'unsafe-eval' blob: data: ${files}`,
  'worker-src blob:',
  `style-src 'unsafe-inline' ${files}`,
  `img-src data: blob: ${files}`,
  `media-src data: blob: ${files}`,
  `font-src data: ${files}`,
  `connect-src data: blob: ${files}`,
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${site}`,
]

/**
 * Returns the policy of the viewer for models: our code, which gets the model from the surrounding page and cannot
 * fetch anything.
 */
const viewerPolicy = (site: string) => [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src ${site}/play/code/ 'wasm-unsafe-eval'`,
  // The Draco decoder, which the page passes to the viewer with the model.
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'connect-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${site}`,
]

const typesOfNames: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  mjs: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
}

/**
 * Returns the type of a file in the folder of a work. The file that the frame opens is always a page, whatever its
 * name.
 */
function typeOf(path: string, storedType: string, isPage: boolean): string {
  const name = /\/[^/]*\.([a-z]{2,4})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  if (isPage || !path.includes('/')) return 'text/html; charset=utf-8'
  return typesOfNames[name] ?? storedType
}

const viewerStyle =
  'html,body{margin:0;height:100%;overflow:hidden}canvas{display:block;width:100%;height:100%;outline-offset:-3px;touch-action:none}'

export const viewerCode = /^model-frame-[\w-]+\.js$/

/** Serves works that run code, each in a sandbox: HTML works, and the viewer of 3D models. */
export function playRoutes(
  app: Hono<AppEnv>,
  cache: EdgeCache,
  assets: (request: Request) => Promise<Response>,
) {
  const files = createFiles(cache)

  /**
   * Refuses works outside a frame. At the top of a tab, a work would have our name in the address bar, and could lead to
   * another site. Its scripts would be those of our origin, which our pages' policy trusts; requests of a sandbox come from
   * another origin.
   */
  function onlyFramed(http: Http, headers: Record<string, string>): Response | Promise<Response> | null {
    const [use, from] = [http.req.header('sec-fetch-dest'), http.req.header('sec-fetch-site')]
    if (use !== 'document' && (use === 'iframe' || from !== 'same-origin')) return null
    const page = html`<!doctype html><html lang="${http.var.context.language}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>OPX</title></head><body><p>${t(
      'This work is a program. It is shown in the frame of its page on OPX only.',
    )}</p></body></html>`
    return http.html(page, 403, { ...headers, 'cache-control': 'no-store' })
  }

  function send(http: Http, file: Response, path: string, headers: Record<string, string>): Response {
    const isPage = http.req.header('sec-fetch-dest') === 'iframe'
    return new Response(file.body, {
      headers: {
        ...headers,
        'content-type': typeOf(path, file.headers.get('content-type') ?? 'application/octet-stream', isPage),
        // Shorter than for other files, because the policy must be able to change.
        'cache-control': 'public, max-age=3600',
        vary: 'Sec-Fetch-Dest, Sec-Fetch-Site',
      },
    })
  }

  async function play(http: Http, media: MediaAddress, path: string, folder: string): Promise<Response> {
    const { context } = http.var
    const { siteOrigin } = context.settings
    const headers = headersWith(workPolicy(siteOrigin, `${siteOrigin}${folder}`))
    const refusal = onlyFramed(http, headers)
    if (refusal !== null) return refusal
    const file = await files.find(context, media)
    if (file === null)
      throw new Refusal('not_found', sentence('This file is neither in our store nor on IPFS at the moment.'))
    return send(http, file, path, headers)
  }

  app.get('/play/ipfs/:path{.+}', (http) => {
    const path = ipfsPathOf(http.req.param('path').replace(/\/$/, ''))
    return play(http, onIpfs(path), path, `/play/ipfs/${path.split('/')[0]}/`)
  })

  // A work that is not on IPFS has only one file.
  app.get('/play/web/:id{[0-9a-f]{64}}', (http) => {
    const id = http.req.param('id')
    return play(http, copiedMedia(id), id, `/play/web/${id}`)
  })

  app.get('/play/model', (http) => {
    const { siteOrigin } = http.var.context.settings
    const code = http.req.query('code') ?? ''
    if (!viewerCode.test(code)) throw new Refusal('not_found', 'This is not the address of a viewer.')
    const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>3D</title><style>${viewerStyle}</style></head><body><script src="${siteOrigin}/play/code/${code}"></script></body></html>`
    return http.html(page, 200, {
      ...headersWith(viewerPolicy(siteOrigin)),
      'cache-control': 'public, max-age=3600',
    })
  })

  app.get('/play/code/:name', async (http) => {
    const name = http.req.param('name')
    const file = viewerCode.test(name)
      ? await assets(new Request(new URL(`/assets/${name}`, http.req.url)))
      : null
    if (file === null || !file.ok) throw new Refusal('not_found', 'This is not the address of a viewer.')
    return new Response(file.body, {
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      },
    })
  })
}
