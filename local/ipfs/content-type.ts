import { fileTypeFromBuffer } from 'file-type'

/** The content type that a gateway detects for bytes without a name: by their beginning, as Kubo does. */
export async function detectContentType(head: Uint8Array): Promise<string> {
  const text = Buffer.from(head).toString('latin1')
  const trimmed = text.trimStart()
  if (/^(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)?<svg[\s>]/s.test(trimmed)) return 'image/svg+xml'
  const type = await fileTypeFromBuffer(head)
  if (type !== undefined) return type.mime
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return 'application/json'
  return /^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(text) ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}
