const signatures: [offset: number, bytes: string, type: string][] = [
  [0, '\x89PNG\r\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF8', 'image/gif'],
  [8, 'WEBP', 'image/webp'],
  [4, 'ftypavif', 'image/avif'],
  [4, 'ftyp', 'video/mp4'],
  [0, '\x1a\x45\xdf\xa3', 'video/webm'],
  [0, '%PDF-', 'application/pdf'],
  [0, 'ID3', 'audio/mpeg'],
  [0, 'OggS', 'audio/ogg'],
  [0, 'glTF', 'model/gltf-binary'],
]

/** The content type that a gateway detects for bytes without a name: by their beginning, as Kubo does. */
export function sniffContentType(head: Uint8Array): string {
  const text = Buffer.from(head).toString('latin1')
  for (const [offset, bytes, type] of signatures) {
    if (text.startsWith(bytes, offset)) return type
  }
  const trimmed = text.trimStart()
  if (/^(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)?<svg[\s>]/s.test(trimmed)) return 'image/svg+xml'
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return 'application/json'
  return /^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(text) ? 'text/plain; charset=utf-8' : 'application/octet-stream'
}
