import { html } from 'hono/html'
import { problemTypes } from '#contract/words/problems.ts'
import { documentPage, type Html } from '#worker/http/document-page.ts'

/** Marks text between backticks as code. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))

/** Lists every error code. The `type` of a problem is the address of its section here (RFC 9457, section 3.1.1). */
export function problemsPage(): Html {
  const sections = Object.entries(problemTypes).map(
    ([code, { status, title, meaning, action }]) =>
      html`<section><h2 id="${code}"><code>${code}</code> ${title}</h2>
<p>Status ${status}. ${withCode(meaning)}</p>
<p>What to do: ${withCode(action)}</p></section>`,
  )
  return documentPage(
    'Errors',
    html`<p>Every error of the <a href="/api">API</a> is a problem detail (RFC 9457) with a <code>code</code> for programs, a <code>detail</code> for people and a <code>requestId</code>.
Calls whose replies have <code>status</code> answer <code>{"status": "failed", "data", "code", "requestId"}</code> instead; with the statuses 409 and 410 of this list these come as 200.</p>
${sections}`,
  )
}
