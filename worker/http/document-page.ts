import { html } from 'hono/html'

/** A piece of HTML whose values hono/html has escaped. */
export type Html = ReturnType<typeof html>

/** Returns a page that works without JavaScript, in the style of the legal documents. */
export const documentPage = (title: string, content: Html): Html =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · OPX</title><script src="/head.js"></script><link rel="stylesheet" href="/legal/house.css"><link rel="stylesheet" href="/legal/legal.css"><link rel="icon" href="/favicon.svg"></head>
<body><main><p><a href="/">OPX</a></p><h1>${title}</h1>
${content}</main></body></html>`
