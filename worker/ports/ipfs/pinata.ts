import * as v from 'valibot'
import { type PinningSettings, pinningRefusal, send } from './pinning-request.ts'
import type { PinFile, PinningPort } from './port.ts'
import { splitStream } from './split-stream.ts'
import { uploadBody, uploadForm } from './upload-body.ts'

const Uploaded = v.object({ data: v.object({ cid: v.string() }) })

/** Larger files require TUS; this is also the size of each TUS part. */
const partBytes = 50 * 1024 * 1024

const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** Uploads public files to Pinata. Source: docs.pinata.cloud "Upload a File" (form below 100 MB, TUS above). */
export function createPinata({ url, token, fetch: request }: PinningSettings): PinningPort {
  const endpoint = `${url}/v3/files`
  const authorization = `Bearer ${token}`

  async function addForm(file: PinFile, signal: AbortSignal): Promise<string> {
    const { body, contentType } = uploadForm(
      { network: 'public', name: file.name, ...(file.isCar ? { car: 'true' } : {}) },
      file,
    )
    const reply = await send(request, endpoint, {
      method: 'POST',
      body,
      signal,
      headers: { authorization, 'content-type': contentType },
    })
    const uploadReply = v.safeParse(Uploaded, await reply.json())
    if (!uploadReply.success) throw pinningRefusal('It answered something that is no CID.')
    return uploadReply.output.data.cid
  }

  /** Adds a file with the TUS protocol (tus.io): creates the upload, then sends it part by part. */
  async function addParts(file: PinFile, signal: AbortSignal): Promise<string> {
    const metadata = {
      filename: file.name,
      filetype: file.contentType,
      network: 'public',
      ...(file.isCar ? { car: 'true' } : {}),
    }
    const upload = await send(request, endpoint, {
      method: 'POST',
      signal,
      headers: {
        authorization,
        'tus-resumable': '1.0.0',
        'upload-length': String(file.bytes),
        'upload-metadata': Object.entries(metadata)
          .map(([name, text]) => `${name} ${toBase64(text)}`)
          .join(','),
      },
    })
    const location = upload.headers.get('location')
    if (location === null) throw pinningRefusal('It named no address for the parts.')
    let offset = 0
    let cid: string | null = null
    for (const part of splitStream(file.body, file.bytes, partBytes)) {
      const reply = await send(request, new URL(location, endpoint).href, {
        method: 'PATCH',
        body: uploadBody([part.body], part.bytes),
        signal,
        headers: {
          authorization,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
      })
      cid = reply.headers.get('upload-cid') ?? cid
      offset += part.bytes
    }
    if (cid === null) throw pinningRefusal('It answered no CID.')
    return cid
  }

  return {
    available: true,
    add: (file, signal) => (file.bytes > partBytes ? addParts(file, signal) : addForm(file, signal)),
    // Source: docs.pinata.cloud "Remove Files". Uploads use a different host.
    async remove(cid, signal) {
      const api = url.replace('//uploads.', '//api.')
      const reply = await send(
        request,
        `${api}/pinning/unpin/${encodeURIComponent(cid)}`,
        { method: 'DELETE', signal, headers: { authorization } },
        ({ ok, status }) => ok || status === 404,
      )
      await reply.body?.cancel()
    },
  }
}
