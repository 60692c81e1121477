import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as v from 'valibot'
import { BackupRefused } from './schema-version.ts'

// A backup is a gzip file of lines. The first line is the header as JSON. Each table is a line `copy` with its name and
// columns, its rows in the text format of COPY, and a line `\.`. The last line is the SHA-256 of all lines before it.

const format = 1

export const Header = v.object({
  format: v.literal(format, `This is no backup of format ${format}.`),
  /** The latest migration of the schema. */
  migration: v.string(),
  /** The last ledger that the index had applied. */
  ledgerIndex: v.number(),
  takenAt: v.string(),
})
export type Header = v.InferOutput<typeof Header>

export const newHeader = (facts: Omit<Header, 'format'>): Header => ({ format, ...facts })

/** Options of a backup and of a restore. */
export interface FileOptions {
  /** Must be a direct connection, not one through a pooler. */
  databaseUrl: string
  file: string
  /** Called before each table, and awaited. */
  onTable?: (table: string) => unknown
}

const CopyLine = v.object({ copy: v.string(), columns: v.array(v.string()) })
export type TablePart = v.InferOutput<typeof CopyLine>

const endOfRows = Buffer.from('\\.\n')

/** Writes the end of a table's rows. */
export const tableEnd = (): Buffer => endOfRows
export const lineOf = (value: Header | TablePart): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

async function* sealed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  yield Buffer.from(`${hash.digest('hex')}\n`)
}

async function sync(file: string) {
  const handle = await open(file, 'r')
  await handle.sync()
  await handle.close()
}

/**
 * Writes a backup under a temporary name, and renames it when it is complete and on the disk. A killed backup leaves the
 * temporary file, which the next one replaces.
 */
export async function writeBackupFile(file: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const partial = `${file}.partial`
  await pipeline(
    Readable.from(sealed(chunks), { objectMode: false }),
    createGzip(),
    createWriteStream(partial, { mode: 0o600 }),
  )
  await sync(partial)
  await rename(partial, file)
  await sync(path.dirname(path.resolve(file)))
}

/** Splits bytes after each line feed. The text format of COPY has none within a row. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const line = chunk.subarray(from, end + 1)
      yield rest.length === 0 ? line : Buffer.concat([rest, line])
      rest = Buffer.alloc(0)
      from = end + 1
    }
    if (from < chunk.length) rest = Buffer.concat([rest, chunk.subarray(from)])
  }
  if (rest.length > 0) yield rest
}

const damaged = (why: string) => new BackupRefused(`The backup is damaged: ${why}.`)
const batchBytes = 65_536

/** Reads a backup once, from the header over each table to the checksum. */
export class BackupReader {
  private readonly hash = createHash('sha256')
  private readonly lines: AsyncGenerator<Buffer>
  private next: Buffer | null = null

  constructor(file: string) {
    const source = createReadStream(file)
    const unzip = createGunzip()
    source.on('error', (error) => unzip.destroy(error))
    this.lines = linesOf(source.pipe(unzip))
  }

  private async readLine(): Promise<Buffer | null> {
    const line = this.next
    if (line !== null) this.hash.update(line)
    try {
      this.next = (await this.lines.next()).value ?? null
    } catch (error) {
      throw damaged(error instanceof Error ? error.message : String(error))
    }
    return line
  }

  async readHeader(): Promise<Header> {
    await this.readLine()
    const line = await this.readLine()
    try {
      return v.parse(Header, JSON.parse(line?.toString() ?? ''))
    } catch (error) {
      throw damaged(error instanceof Error ? error.message : String(error))
    }
  }

  /** Returns the next table, or null at the end of a complete and undamaged file. */
  async readTable(): Promise<TablePart | null> {
    const checksum = this.hash.copy().digest('hex')
    const line = await this.readLine()
    if (line === null) throw damaged('its end is missing')
    if (line.toString() === `${checksum}\n` && this.next === null) return null
    try {
      return v.parse(CopyLine, JSON.parse(line.toString()))
    } catch {
      throw damaged('its checksum is another one')
    }
  }

  /** Yields the rows of the table that was read last. */
  async *readRows(): AsyncGenerator<Buffer> {
    let rows: Buffer[] = []
    let bytes = 0
    for (;;) {
      const line = await this.readLine()
      if (line === null) throw damaged('its end is missing')
      const isEnd = line.equals(endOfRows)
      if (!isEnd) {
        rows.push(line)
        bytes += line.length
      }
      if (bytes >= batchBytes || (isEnd && bytes > 0)) {
        yield Buffer.concat(rows)
        rows = []
        bytes = 0
      }
      if (isEnd) return
    }
  }

  async close() {
    await this.lines.return(undefined)
  }
}
