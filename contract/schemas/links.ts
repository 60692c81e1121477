import * as v from 'valibot'
import { linkLabels, type ProfileLinks } from '#contract/rules/link-names.ts'
import { completeLink, linkProblem } from '#contract/rules/links.ts'

const linksForm = 'Give links by their names, such as {"website": "https://example.com"}.'

/**
 * Links of a form: a JSON object of texts. Incomplete links are completed; empty links and unknown names are dropped.
 */
export const Links = v.pipe(
  v.optional(v.string(), '{}'),
  v.rawTransform(({ dataset, addIssue, NEVER }): ProfileLinks => {
    const entries = readObject(dataset.value)
    if (entries === null) {
      addIssue({ message: linksForm })
      return NEVER
    }
    const links: ProfileLinks = {}
    for (const [name, label] of linkLabels) {
      const text = entries[name] ?? ''
      if (typeof text !== 'string') {
        addIssue({ message: linksForm })
        return NEVER
      }
      const problem = linkProblem(name, text)
      if (problem !== null) {
        addIssue({ message: `${label}: ${problem}` })
        return NEVER
      }
      const link = text.trim() === '' ? null : completeLink(name, text)
      if (link !== null) links[name] = link
    }
    return links
  }),
)

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
