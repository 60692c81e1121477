import { createServer } from 'node:http'
import sharp from 'sharp'
import { closeServer, listen } from '#local/lib/http.ts'

const formats = ['avif', 'webp'] as const

/**
 * Resizes pictures in place of the platform's Images binding, whose local implementation ignores `quality`. The request
 * body is the picture, and the query describes the result.
 */
export async function startLocalImages(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    const number = (name: string) => Number(query.get(name) ?? 0)
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
      const picture = sharp(Buffer.concat(chunks), { autoOrient: true }).resize(
        number('width'),
        number('height') || null,
        query.has('height') ? { fit: 'cover' } : { fit: 'inside', withoutEnlargement: true },
      )
      const format = formats.find((candidate) => query.get('format') === `image/${candidate}`) ?? 'jpeg'
      const output = await picture.toFormat(format, { quality: number('quality') }).toBuffer()
      response.writeHead(200, { 'content-type': `image/${format}` }).end(output)
    } catch {
      response.writeHead(422).end('This picture cannot be read.')
    }
  })
  const port = await listen(server, 0, 'The local image service')
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(server) }
}
