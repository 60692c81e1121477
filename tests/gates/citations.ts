import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** Returns the file links of a Markdown page, without their anchors. */
function linksOf({ path, text }: SourceFile): string[] {
  return [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)[^)]*\)/g)].map(([, target = '']) =>
    join(dirname(path), target),
  )
}

/** Returns the documents cited in source code, as in "see docs/money.md". */
function documentsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(/(?<![\w/.@-])(?:[\w-]+\/)*[\w-]+\.md\b/g)].map(([target]) => target)
}

/** Returns a message for each cited document that does not exist. @param exists whether the repository has a path */
export function missingDocuments(
  files: SourceFile[],
  exists: (path: string) => boolean = existsSync,
): string[] {
  return files.flatMap((file) => {
    const isMarkdown = file.path.endsWith('.md')
    const cited = isMarkdown ? linksOf(file) : documentsOf(file)
    return cited
      .filter((path) => !exists(path) && (isMarkdown || !exists(join(dirname(file.path), path))))
      .map((path) => `${file.path} cites ${path}, which does not exist.`)
  })
}
