import { completeLink, linkLabels, linkProblem, type ProfileLinks } from '#worker/contract/links.ts'

/** The links that are sent, completed; empty ones are left out. */
export function sentLinks(links: ProfileLinks): ProfileLinks {
  return Object.fromEntries(
    linkLabels.flatMap(([name]) => {
      const link = links[name]?.trim() ?? ''
      return link === '' ? [] : [[name, completeLink(name, link) ?? link]]
    }),
  )
}

/** What is wrong with the links, each with the name of its field. */
export const linkProblems = (links: ProfileLinks): string[] =>
  linkLabels.flatMap(([name, label]) => {
    const problem = linkProblem(name, links[name] ?? '')
    return problem === null ? [] : [`${label}: ${problem}`]
  })
