import { linkLabels, type ProfileLinks } from '#contract/rules/link-names.ts'
import { completeLink, linkProblem } from '#contract/rules/links.ts'
import { linkTitle } from '#web/kit/link-titles.ts'
import { t } from '#web/messages.ts'

/** Returns the completed links to send, without empty ones. */
export function sentLinks(links: ProfileLinks): ProfileLinks {
  return Object.fromEntries(
    linkLabels.flatMap(([name]) => {
      const link = links[name]?.trim() ?? ''
      return link === '' ? [] : [[name, completeLink(name, link) ?? link]]
    }),
  )
}

/** Returns the errors of the links, each with the label of its field. */
export const linkProblems = (links: ProfileLinks): string[] =>
  linkLabels.flatMap(([name, label]) => {
    const problem = linkProblem(name, links[name] ?? '')
    return problem === null ? [] : [t('{label}: {value}', { label: linkTitle(name, label), value: problem })]
  })
