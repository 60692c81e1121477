import { signals } from './art/signals.ts'
import { createRandom } from './art/random.ts'
import { htmlFile, longSoundFile, modelFile, soundFile } from './field-files.ts'
import type { MediaFile } from './media-file.ts'
import { textPdf } from './pdf.ts'

export const fieldStudies = 'field-studies'

const readFieldFile = (bytes: Buffer, contentType: string): MediaFile => ({
  bytes,
  contentType,
  width: null,
  height: null,
  color: null,
})

function loop(number: number): MediaFile {
  const { gif: bytes, side, color } = signals(createRandom(`field loop ${number}`), number)
  return { bytes, contentType: 'image/gif', width: side, height: side, color }
}

interface Study {
  name: string
  /** The main file, shown instead of the picture, which is then the cover. */
  animation?: () => MediaFile
  files?: () => MediaFile[]
  isExplicit?: boolean
}

/** Returns one work of each kind that minting tools create, so that each kind can be viewed on the page of a work. */
const listStudies = (film: MediaFile): Study[] => [
  { name: 'Bells over water', animation: () => readFieldFile(soundFile(), 'audio/wav') },
  { name: 'Trefoil', animation: () => readFieldFile(modelFile(), 'model/gltf-binary') },
  { name: 'Sunflower clock', animation: () => readFieldFile(htmlFile(), 'text/html') },
  {
    name: 'Field notes',
    animation: () =>
      readFieldFile(
        textPdf('Field notes', ['What was heard, and where.', '', 'Read slowly. Then go outside.']),
        'application/pdf',
      ),
  },
  {
    name: 'A drawer of things',
    files: () => [
      loop(2),
      readFieldFile(soundFile(), 'audio/wav'),
      readFieldFile(modelFile(), 'model/gltf-binary'),
    ],
  },
  { name: 'Signals, filmed', animation: () => film },
  { name: 'Signals, drawn', animation: () => loop(5) },
  { name: 'Nine minutes of bells', animation: () => readFieldFile(longSoundFile(), 'audio/wav') },
  { name: 'Life class', isExplicit: true },
]

export const studyCount = 9

/** Returns the data that turns a picture into the study with this number. */
export function makeStudy(number: number, film: MediaFile) {
  const study = listStudies(film)[number - 1]
  if (study === undefined) throw new Error(`There is no field study ${number}.`)
  return {
    name: `Field study ${number}: ${study.name}`,
    animation: study.animation?.() ?? null,
    files: study.files?.() ?? [],
    isExplicit: study.isExplicit === true,
  }
}
