import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createRandom } from './art/random.ts'
import { renderWork } from './art/render.ts'
import { signals } from './art/signals.ts'
import { side } from './art/svg.ts'
import type { Traits } from './art/work.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { fieldStudies, makeStudy } from './field-studies.ts'
import type { MediaFile } from './media-file.ts'
import { textPdf } from './pdf.ts'

export interface FinishedWork {
  number: number
  name: string
  description: string
  traits: Traits
  image: MediaFile
  video: MediaFile | null
  attachment: MediaFile | null
  /** A sound, model or program, for which the picture is the cover. */
  animation: MediaFile | null
  /** Further files. */
  files: MediaFile[]
  /** True if the work is marked as adult content. */
  isExplicit: boolean
}

const contentTypes = { png: 'image/png', jpeg: 'image/jpeg', svg: 'image/svg+xml', gif: 'image/gif' } as const

/** Returns the video in this folder; film/README.md describes how it was made. */
async function readFilm(): Promise<MediaFile> {
  const bytes = await readFile(path.join(import.meta.dirname, 'film', 'slow-signals.webm'))
  return { bytes, contentType: 'video/webm', width: 480, height: 480, color: '#0c0c11' }
}

function notes(entry: CatalogueEntry, name: string, traits: Traits): MediaFile {
  const bytes = textPdf(name, [
    `${entry.name}, by ${entry.artist.name}`,
    '',
    entry.describe(traits),
    '',
    'Notes to the plate',
    ...Object.entries(traits).map(([trait, value]) => `   ${trait}: ${value}`),
    '',
    'The positions are those of the first night. They do not repeat.',
  ])
  return { bytes, contentType: 'application/pdf', width: null, height: null, color: null }
}

/** Draws one work of a collection. The same number always yields the same work. */
export async function makeWork(entry: CatalogueEntry, number: number): Promise<FinishedWork> {
  const random = createRandom(`${entry.slug} ${number}`)
  const name = `${entry.name} #${number}`
  let image: MediaFile
  let traits: Traits
  const contentType = contentTypes[entry.format]
  if (entry.style === 'animated' || entry.format === 'gif') {
    const animation = signals(random, number)
    traits = animation.traits
    const { gif: bytes, side: width, color } = animation
    image = { bytes, contentType, width, height: width, color }
  } else {
    const work = entry.style(random, number)
    traits = work.traits
    image = { ...(await renderWork(work, entry.format)), contentType, width: side, height: side }
  }
  const finishedWork: FinishedWork = {
    number,
    name,
    description: entry.describe(traits),
    traits,
    image,
    video: entry.slug === 'slow-signals' && number === 1 ? await readFilm() : null,
    attachment: entry.slug === 'ephemeris' && number === 1 ? notes(entry, name, traits) : null,
    animation: null,
    files: [],
    isExplicit: false,
  }
  return entry.slug === fieldStudies
    ? { ...finishedWork, ...makeStudy(number, await readFilm()) }
    : finishedWork
}
