import type { FilePlace, FileProblem } from '#contract/schemas/permanence.ts'
import { t } from '#web/messages.ts'

const unfetchedTexts: Record<FilePlace, string> = {
  chain: t('The file could not be read.'),
  ipfs: t('The file could not be fetched from IPFS.'),
  arweave: t('The file could not be fetched from Arweave.'),
  web: t('The file could not be fetched from its web server.'),
}

const problems: Record<Exclude<FileProblem, 'unreachable'>, string> = {
  quota: t('There is no space for a copy of the file at the moment.'),
  address: t('The address of the file cannot be fetched.'),
  folder: t('The address of the file points to a folder.'),
  type: t('Files of this type cannot be shown here.'),
  size: t('The file is too large to be shown here.'),
  pixels: t('The picture has too many pixels to be shown here.'),
}

/** Explains in one sentence why a file is not shown. */
export const fileProblem = (problem: FileProblem, place: FilePlace): string =>
  problem === 'unreachable' ? unfetchedTexts[place] : problems[problem]
