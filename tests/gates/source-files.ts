import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceFile {
  /** Path relative to the repository's root. */
  path: string
  text: string
}

/** Returns all files of these folders with this ending; TypeScript by default. */
export function sourceFiles(folders: string[], ending = /\.tsx?$/): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => ending.test(name))
      .map((name) => join(folder, name))
      .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  )
}
