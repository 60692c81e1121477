import { sentence } from '#contract/words/sentence.ts'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { everyCase, sampleOf, longTest } from '#tests/support/sample.ts'
import { endlessIcon, hostileMedia, slowDrawings } from '#tests/support/hostile-media.ts'
import { gif, mp4, mp4Box, mp4Head, mp4Track, pdf, png, webm, webmFilm } from '#tests/support/media-files.ts'
import { type MediaFinding, mediaRules } from '#contract/rules/media-files.ts'
import { createJpegReader } from '#worker/domain/media/jpeg-frame.ts'
import { createSvgReader } from '#worker/domain/media/read-svg.ts'
import { inspectFile } from '#worker/domain/media/inspect-file.ts'
import { hasTooManyPixels, recognizeFile } from '#worker/domain/media/recognize-file.ts'
import { readFilmConcern } from '#web/kit/uploads/read-film.ts'

async function find(bytes: Uint8Array<ArrayBuffer>): Promise<MediaFinding> {
  return (await inspectFile(new Blob([bytes]).stream())).finding
}
const findText = (text: string) => find(Buffer.from(text))
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`
const drawingTaken = { contentType: 'image/svg+xml' }

/** Returns the milliseconds to read a file whose bytes arrive in small chunks. */
async function timeOf(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const begin = process.cpuUsage()
  await find(bytes)
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / 1000
}

describe('files made to take long to read', () => {
  test('include an icon of 96 bytes, which is refused in finite time', async () => {
    expect(endlessIcon).toHaveLength(96)
    expect(await find(endlessIcon)).toBeNull()
  })

  test('include a drawing of 120 KB that would take a pattern seconds, and is read at once', async () => {
    for (const bytes of slowDrawings) expect(await timeOf(bytes)).toBeLessThan(2000)
  })

  longTest('number two hundred, and each is read in less than two seconds', async () => {
    expect(hostileMedia.length).toBeGreaterThan(200)
    const slow: string[] = []
    for (const { what, bytes } of sampleOf(hostileMedia, 16)) {
      const ms = await timeOf(bytes)
      if (ms > 2000) slow.push(`${what}: ${Math.round(ms)} ms`)
    }
    expect(slow).toEqual([])
  })
})

describe('the type of a file', () => {
  const film = (brand: string, compatible: string) =>
    Buffer.concat([mp4Head(brand, compatible), mp4().subarray(mp4Head().length)])

  test('is MP4 for films and sound, whatever program wrote them', async () => {
    for (const [brand, compatible] of [
      ['isom', 'isomiso2avc1mp41'],
      ['iso5', 'iso5dash'],
      ['mp42', 'mp42isom'],
      ['dash', 'iso6'],
      ['M4V ', 'M4V mp42isom'],
      ['M4A ', 'M4A mp42isom'],
      ['M4B ', 'M4B mp42isom'],
      ['3gp5', 'isom3gp5'],
      ['3g2a', 'isom3g2a'],
      ['XAVC', 'mp42iso2'],
      ['MSNV', 'isommp42'],
    ] as const)
      expect({ brand, found: await find(film(brand, compatible)) }).toMatchObject({
        brand,
        found: { contentType: 'video/mp4' },
      })
  })

  test('is not MP4 for pictures and QuickTime in the same structure', async () => {
    for (const [brand, compatible] of [
      ['avif', 'mif1miafMA1B'],
      ['avis', 'msf1iso8avis'],
      ['heic', 'mif1heic'],
      ['hevc', 'msf1iso8hevc'],
      ['mif1', 'heicmiaf'],
      ['msf1', 'iso8hevc'],
      ['crx ', 'crx isom'],
      ['qt  ', 'qt  '],
    ] as const)
      expect({ brand, found: await find(film(brand, compatible)) }).toEqual({ brand, found: null })
  })

  test('is that of its first bytes, not of what stands behind a tag or a byte order mark', async () => {
    const tag = Buffer.from('ID3\u0004\0\0\0\0\0\0')
    for (const bytes of [pdf(), webm(), png(2, 2), mp4()]) {
      expect(await find(Buffer.from(bytes))).toHaveProperty('contentType')
      expect(await find(Buffer.concat([tag, bytes]))).toBeNull()
      expect(await find(Buffer.concat([Buffer.from('\uFEFF'), bytes]))).toBeNull()
    }
  })

  test('is found for an animated PNG, and not for Matroska', async () => {
    const still = png(3, 2)
    const animated = Buffer.concat([
      still.subarray(0, 33),
      Buffer.from('000000086163544c00000001000000008bb15a5d', 'hex'),
      still.subarray(33),
    ])
    expect(await find(animated)).toEqual({ contentType: 'image/png', width: 3, height: 2 })
    expect(await find(webm('matroska'))).toBeNull()
  })

  test('is found or not, and never fails, for damaged bytes', async () => {
    const files = [png(2, 2), gif(), pdf(), mp4(), webm(), ...hostileMedia.map(({ bytes }) => bytes)]
    const types = new Set<string>()
    for (const [index, bytes] of sampleOf(files, 8).entries()) {
      const head = bytes.subarray(0, 4100)
      const damaged = Buffer.from(head)
      for (let at = 0; at < 8; at += 1) {
        damaged[(at * 7 + index) % Math.max(1, damaged.length)] = (at * 37 + index) & 255
        for (const part of [head, damaged, damaged.subarray(0, at)]) {
          const finding = await find(Buffer.from(part))
          if (finding !== null && 'contentType' in finding) types.add(finding.contentType)
        }
      }
    }
    // A WebP is detected, but not accepted as an attachment.
    const detected = ['image/webp', ...Object.keys(mediaRules.attachment.types)]
    expect([...types].filter((type) => !detected.includes(type))).toEqual([])
    expect(types).toContain('image/png')
  })
})

describe('an SVG', () => {
  test('is accepted as drawing programs write it, with its declared size', async () => {
    for (const [text, width, height] of [
      [svg('<rect width="1" height="1"/>', 'viewBox="0 0 30 20"'), 30, 20],
      [svg('', 'width="10cm" height="5cm"'), 378, 189],
      [svg('', 'width="100%" viewBox="0 0 8 4"'), 8, 4],
      [svg('', 'width="80" viewBox="0,0,8,4"'), 80, 40],
      [svg(''), null, null],
      [`<s:svg xmlns:s="http://www.w3.org/2000/svg" width="3" height="4"/>`, 3, 4],
      [
        `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!-- Created with Inkscape -->
        <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
        ${svg(
          `<sodipodi:namedview id="base" pagecolor="#ffffff"/><metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>
          <style>@font-face{font-family:x;src:url(data:font/woff2;base64,AA)} .a{fill:url(#b)} .q::before{content:"\\2014"}</style>
          <linearGradient id="b"><stop offset="0" stop-color="red"/></linearGradient>
          <path class="a" d="M0 0L1 1" style="fill:#c9a86a;stroke:none" inkscape:connector-curvature="0" data-name="x" aria-label="y"/>
          <image xlink:href="data:image/png;base64,${png(2, 2).toString('base64')}" width="2" height="2"/>
          <use href="#b"/><a href="https://example.org"><text xml:space="preserve">Tom &amp; Ann &#169;</text></a>
          <animate attributeName="x" values="0;1" dur="2s" repeatCount="indefinite"/>`,
          'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" width="2in" height="1in"',
        )}`,
        192,
        96,
      ],
    ] as const)
      expect({ text, found: await findText(text) }).toEqual({
        text,
        found: { ...drawingTaken, width, height },
      })
  })

  longTest('may contain long lists of numbers, and names in brackets', async () => {
    const paths = `<path id="image (2)" d="${'M-1-2\n'.repeat(1_000_000)}"/>`
    expect(await findText(svg(`${paths}<animate values="${'1 2;'.repeat(50_000)}"/>`))).toMatchObject(
      drawingTaken,
    )
  })

  longTest('takes little memory, however its text is split into chunks', async () => {
    const times = 2_000_000
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    const measure = (text: string, repeated: string) => {
      const reader = createSvgReader()
      const block = Buffer.alloc(256 * 1024, repeated)
      if (typeof collect === 'function') collect()
      const before = process.memoryUsage().heapUsed
      reader.write(Buffer.from(text))
      for (let left = times * repeated.length; left > 0; left -= block.length) reader.write(block)
      if (typeof collect === 'function') collect()
      const bytes = process.memoryUsage().heapUsed - before
      // Called after the measurement, so that the reader stays in memory during it.
      const end = reader.end()
      return { text, repeated, MB: bytes / 1_000_000, end }
    }
    const head = '<svg xmlns="http://www.w3.org/2000/svg">'
    const texts = [
      [`${head}<path d="`, '\t'],
      [`${head}<path d="`, '\r'],
      [`${head}<style>`, '\r'],
      [`${head}<!--`, '\r'],
      [`${head}<!--`, '-x'],
      [`${head}<style><![CDATA[`, ']x'],
      [`${head}<?xpacket `, '?x'],
      [`<?xml version="1.1"?>${head}<path d="`, '\u0085'],
      [`<!DOCTYPE svg `, '"'],
    ] as const
    for (const [text, repeated] of sampleOf(texts, 3)) {
      const result = measure(text, repeated)
      expect(result).toMatchObject({ end: { sentence: expect.any(String) } })
      expect({ ...result, small: result.MB < 40 }).toMatchObject({ small: true })
    }
    expect(measure(`${head}<!--`, '-x').end).toEqual({
      sentence: 'This SVG is too complex. Simplify it, or save it as a PNG, and choose it again.',
    })
  })

  longTest('may contain a large picture, and is read in chunks', async () => {
    const text = svg(`<image href="data:image/png;base64,${'A'.repeat(15_000_000)}"/>`)
    const begin = process.cpuUsage()
    expect(await findText(text)).toMatchObject(drawingTaken)
    const { user, system } = process.cpuUsage(begin)
    expect((user + system) / 1000).toBeLessThan(3000)
  })

  test('is refused when it contains more than a drawing', async () => {
    for (const [inside, what] of [
      ['<script/>', '<script>'],
      ['<foreignObject/>', '<foreignObject>'],
      ['<h:iframe xmlns:h="http://www.w3.org/1999/xhtml"/>', '<h:iframe>'],
      ['<g onclick="1"/>', 'onclick'],
      ['<g oNload="1"/>', 'oNload'],
      ['<a href="java&#10;script:1"/>', 'href'],
      ['<a xlink:href="&#x6A;avascript:1"/>', 'xlink:href'],
      ['<image href="https://example.org/x.png"/>', 'href'],
      ['<image href="data:image/svg+xml,x"/>', 'href'],
      ['<use href="data:image/png;base64,x"/>', 'href'],
      ['<use href="other.svg#a"/>', 'href'],
      ['<set attributeName="href" to="javascript:1"/>', 'attributeName'],
      ['<set attributeName=" xlink:href" to="javascript:1"/>', 'attributeName'],
      ['<rect fill="url(https://example.org/x)"/>', 'fill'],
      ['<rect style="background:u\\72l(//example.org)"/>', 'style'],
      ['<style>@im\\70ort "x"</style>', '<style>'],
      ['<style>@import "x";</style>', '<style>'],
      ['<style><![CDATA[a{b:url( "//example.org" )}]]></style>', '<style>'],
      ['<style>a{b:url(\\6a avascript:1)}</style>', '<style>'],
      ['<style><g/>@import "x"</style>', '<g>'],
      [`<a href="${' '.repeat(300)}javascript:1"/>`, 'href'],
      [`<use href="${' '.repeat(300)}other.svg#a"/>`, 'href'],
      [`<set attributeName="${' '.repeat(120)}href" to="javascript:1"/>`, 'attributeName'],
      ['<rect fill="image-set(\'//example.org\' 1x)"/>', 'fill'],
      ['<rect style="mask:-webkit-image-set( &quot;//example.org&quot; 1x)"/>', 'style'],
      ['<style>a{background:image("//example.org")}</style>', '<style>'],
      ['<style>a{background:src("//example.org")}</style>', '<style>'],
      [`<animate attributeName="fill" values="${'red;'.repeat(20_000)}url(//example.org)"/>`, 'values'],
      ['<g xml:base="https://example.org/"/>', 'xml:base'],
      ['<?php 1 ?>', '<?php'],
    ] as const) {
      const found = await findText(svg(inside))
      expect({ inside, found }).toEqual({
        inside,
        found: {
          sentence: `This SVG contains scripts or foreign content (${what}). Save it as a plain drawing and choose it again.`,
        },
      })
    }
    const declared = await findText(`<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`)
    expect(declared).toEqual({ sentence: expect.stringContaining('<!DOCTYPE [') })
  })

  test('is refused when it is damaged, too deep, or in an encoding that browsers read differently', async () => {
    for (const text of [
      svg('<g>'),
      svg('&x;'),
      svg('<g></h>'),
      `${svg('')}<x/>`,
      '<svg xmlns="http://www.w3.org/2000/svg"',
      svg('<g a="1" a="2"/>'),
    ])
      expect({ text, found: await findText(text) }).toEqual({
        text,
        found: { sentence: 'This file is damaged or cut short. Choose another copy of it.' },
      })
    expect(await findText(svg('<g>'.repeat(300) + '</g>'.repeat(300)))).toEqual({
      sentence: 'This SVG is too complex. Simplify it, or save it as a PNG, and choose it again.',
    })
    expect(await findText(`<?xml version="1.0" encoding="UTF-7"?>${svg('')}`)).toEqual({
      sentence: 'This SVG is not in UTF-8. Save it as UTF-8, and choose it again.',
    })
    expect(await findText('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')).toBeNull()
    expect(await findText('<svg><rect/></svg>')).toBeNull()
  })
})

describe('a JPEG', () => {
  test('has the size at which its Exif orientation shows it', async () => {
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#888888' } }).jpeg()
    const upright = { contentType: 'image/jpeg', width: 40, height: 30 }
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const bytes = await picture.clone().withMetadata({ orientation }).toBuffer()
      const turned = { ...upright, width: 30, height: 40 }
      expect({ orientation, ...(await find(bytes)) }).toEqual({
        orientation,
        ...(orientation < 5 ? upright : turned),
      })
      // The result must not depend on how the bytes are split or on what the segment contains.
      const reader = createJpegReader()
      for (const byte of bytes) reader.write(Uint8Array.of(byte))
      expect(reader.end()).toEqual(orientation < 5 ? { width: 40, height: 30 } : { width: 30, height: 40 })
      for (let cut = 0; cut < (everyCase ? 200 : 20); cut += 1) {
        const damaged = Buffer.from(bytes)
        damaged[24 + (cut % 100)] = (cut * 37) & 255
        await find(damaged)
      }
    }
  })

  const segment = (marker: string, body: Buffer) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(body.length + 2)
    return Buffer.concat([Buffer.from(marker, 'hex'), length, body])
  }
  const jpeg = async (before: Buffer[], behind = '') => {
    const whole = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .jpeg({ progressive: true })
      .toBuffer()
    return Buffer.concat([whole.subarray(0, 2), ...before, whole.subarray(2), Buffer.from(behind)])
  }
  const facts = { contentType: 'image/jpeg', width: 40, height: 30 }
  const refused = { sentence: 'This file is damaged or cut short. Choose another copy of it.' }

  test('is accepted as phones write it: with megabytes before the picture or a video after it', async () => {
    const thumbnail = Buffer.concat([await jpeg([]), Buffer.alloc(60_000, 0xff)])
    const depth = Array.from({ length: 60 }, () => segment('ffe1', thumbnail))
    expect(await find(await jpeg([]))).toEqual(facts)
    expect(await find(await jpeg(depth))).toEqual(facts)
    expect(await find(await jpeg([Buffer.from('ffffff01', 'hex')]))).toEqual(facts)
    expect(await find(Buffer.concat([await jpeg(depth), mp4('isom', 3_000_000)]))).toEqual(facts)
  })

  test('gives the same result, however it is split into blocks', async () => {
    const bytes = await jpeg([segment('ffe1', Buffer.alloc(20))], 'behind')
    for (const size of [1, 2, 3, 7, 100]) {
      const reader = createJpegReader()
      for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size))
      expect(reader.end()).toEqual({ width: 40, height: 30 })
    }
  })

  test('is refused when it is cut off, even after a complete thumbnail', async () => {
    const bytes = await jpeg([segment('ffe1', await jpeg([]))])
    for (const length of [4, 400, bytes.length - 1, bytes.length - 2])
      expect(await find(Buffer.from(bytes.subarray(0, length)))).toEqual(refused)
    expect(await find(Buffer.from('ffd8ffe00001ffd9', 'hex'))).toEqual(refused)
    expect(await find(Buffer.from('ffd8ff000000ffd9', 'hex'))).toEqual(refused)
  })
})

describe('an MP4', () => {
  const media = mp4Box('mdat', Buffer.alloc(64))
  const film = (...boxes: Buffer[]) => find(Buffer.concat([mp4Head(), ...boxes]))
  const facts = { contentType: 'video/mp4', width: null, height: null }
  const refused = {
    sentence: sentence('This MP4 has no playable track. Export it again, and choose the new file.'),
  }

  test('is accepted with a video or audio track, with its metadata before or after the media', async () => {
    expect(await find(mp4())).toEqual(facts)
    expect(await film(media, mp4Box('moov', mp4Track()))).toEqual(facts)
    expect(await film(mp4Box('moov', mp4Track('text'), mp4Track('soun')), media)).toEqual(facts)
    const fragments = mp4Box('moov', mp4Track('vide', 0), mp4Box('mvex', mp4Box('trex', Buffer.alloc(24))))
    expect(await film(fragments, mp4Box('moof'), media)).toEqual(facts)
    // A box of more than 4 GB has a 64-bit size.
    const long = Buffer.concat([Buffer.from('000000016d646174', 'hex'), Buffer.alloc(8), Buffer.alloc(40)])
    long.writeBigUInt64BE(56n, 8)
    expect(await film(long, mp4Box('moov', mp4Track()))).toEqual(facts)
  })

  test('says when most browsers show no picture: without one, or in a rare format', async () => {
    const concernOf = async (...tracks: Buffer<ArrayBuffer>[]) =>
      readFilmConcern(new Blob([mp4('isom', 64, tracks)]))
    for (const format of ['avc1', 'avc3', 'av01', 'vp09'])
      expect(await concernOf(mp4Track('soun'), mp4Track('vide', 1, format))).toBeNull()
    for (const format of ['hvc1', 'hev1', 'dvh1', 'mp4v', 'apcn'])
      expect(await concernOf(mp4Track('vide', 1, format), mp4Track('soun'))).toBe('rare_format')
    expect(await concernOf(mp4Track('soun'), mp4Track('vide', 0))).toBe('sound_only')
  })

  test('a WebM says the same, and the server takes it as it is', async () => {
    const concernOf = async (...codecs: string[]) => readFilmConcern(new Blob([webmFilm(codecs)]))
    for (const codec of ['V_VP8', 'V_VP9', 'V_AV1']) expect(await concernOf('A_OPUS', codec)).toBeNull()
    for (const codec of ['V_MPEGH/ISO/HEVC', 'V_MPEG4/ISO/AVC', 'V_THEORA'])
      expect(await concernOf(codec, 'A_VORBIS')).toBe('rare_format')
    expect(await concernOf('A_OPUS')).toBe('sound_only')
    expect(await find(webmFilm(['A_OPUS']))).toEqual({ ...facts, contentType: 'video/webm' })
  })

  test('is refused without a track', async () => {
    expect(await film()).toEqual(refused)
    expect(await film(media)).toEqual(refused)
    expect(await film(mp4Box('moov', mp4Track()))).toEqual(refused)
    expect(await film(mp4Box('moov', mp4Track('text')), media)).toEqual(refused)
    expect(await film(mp4Box('moov', mp4Track('vide', 0)), media)).toEqual(refused)
    expect(await film(Buffer.alloc(64), mp4Box('moov', mp4Track()), media)).toEqual(refused)
  })
})

describe('the first bytes of a file from elsewhere', () => {
  const heif = (brand: string, [width, height]: [number, number], turn = 0) => {
    const size = Buffer.alloc(12)
    size.writeUInt32BE(width, 4)
    size.writeUInt32BE(height, 8)
    const tile = Buffer.alloc(12)
    tile.writeUInt32BE(512, 4)
    tile.writeUInt32BE(512, 8)
    const properties = mp4Box(
      'ipco',
      mp4Box('ispe', tile),
      mp4Box('ispe', size),
      mp4Box('irot', Buffer.from([turn])),
    )
    return Buffer.concat([
      mp4Head(brand, `${brand}mif1`),
      mp4Box('meta', Buffer.alloc(4), mp4Box('iprp', properties)),
    ])
  }
  const track = (width: number, height: number, turned = false) => {
    const header = Buffer.alloc(84)
    if (!turned) {
      header.writeUInt32BE(0x10000, 40)
      header.writeUInt32BE(0x10000, 56)
    } else {
      header.writeUInt32BE(0x10000, 44)
      header.writeInt32BE(-0x10000, 52)
    }
    header.writeUInt32BE(width * 0x10000, 76)
    header.writeUInt32BE(height * 0x10000, 80)
    return mp4Box('trak', mp4Box('tkhd', header))
  }
  const glb = Buffer.concat([Buffer.from('glTF'), Buffer.from([2, 0, 0, 0, 12, 0, 0, 0])])
  const wav = Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(32)])
  const mp3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(800)])
  const tagged = Buffer.concat([Buffer.from('ID3\x04\0\0\0\x0f\x7f\x7f', 'latin1'), Buffer.alloc(5000)])
  const opus = Buffer.concat([
    Buffer.from('OggS\0\x02', 'latin1'),
    Buffer.alloc(20),
    Buffer.from([1, 19]),
    Buffer.from('OpusHead'),
    Buffer.alloc(40),
  ])
  const flac = Buffer.concat([Buffer.from('fLaC\0\0\0\x22', 'latin1'), Buffer.alloc(60)])
  const scene = '{"asset":{"version":"2.0"},"buffers":[{"uri":"http://127.0.0.1/steal.bin"}],"meshes":[]}'

  test.each<[string, Uint8Array | string, string, number | null, number | null]>([
    ['PNG', png(30, 20), 'image/png', 30, 20],
    ['GIF', gif(), 'image/gif', 1, 1],
    ['AVIF', heif('avif', [1200, 800]), 'image/avif', 1200, 800],
    ['HEIC', heif('heic', [4032, 3024]), 'image/heic', 4032, 3024],
    ['HEIC that is turned', heif('heic', [4032, 3024], 1), 'image/heic', 3024, 4032],
    ['MP4', mp4('isom', 64, [track(1920, 1080)]), 'video/mp4', 1920, 1080],
    ['MP4 that is turned', mp4('isom', 64, [track(1920, 1080, true)]), 'video/mp4', 1080, 1920],
    ['MOV', mp4('qt  ', 64, [track(640, 480)]), 'video/quicktime', 640, 480],
    ['WebM', webmFilm(['A_OPUS', 'V_VP9']), 'video/webm', 16, 16],
    ['MP3', mp3, 'audio/mpeg', null, null],
    ['MP3 with a tag', tagged, 'audio/mpeg', null, null],
    ['WAV', wav, 'audio/wav', null, null],
    ['Ogg', opus, 'audio/ogg', null, null],
    ['FLAC', flac, 'audio/flac', null, null],
    ['M4A', mp4('M4A '), 'audio/mp4', null, null],
    ['GLB', glb, 'model/gltf-binary', null, null],
    ['glTF, whose other files are never fetched', scene, 'model/gltf+json', null, null],
    ['PDF', pdf(), 'application/pdf', null, null],
    ['HTML', '<!DOCTYPE html><p>', 'text/html', null, null],
    ['HTML after comments and blanks', '\uFEFF\n <!-- art --> \n<html><script>', 'text/html', null, null],
    ['HTML as UTF-16', Buffer.from('\uFEFF<html><body>', 'utf16le'), 'text/html', null, null],
    ['SVG', svg('<circle/>', 'viewBox="0 0 30 20"'), 'image/svg+xml', 30, 20],
    [
      'SVG after a declaration',
      `<?xml version="1.0"?><!-- x -->${svg('<script/>', 'width="7" height="9"')}`,
      'image/svg+xml',
      7,
      9,
    ],
  ])('say that it is %s', async (_name, content, contentType, width, height) => {
    const head = typeof content === 'string' ? Buffer.from(content) : content
    expect(await recognizeFile(head)).toEqual({ contentType, width, height })
  })

  test('are read for the size of pictures as programs write them', async () => {
    const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#806040' } })
    for (const format of ['jpeg', 'webp', 'avif', 'png'] as const) {
      const bytes = await picture.clone().toFormat(format).toBuffer()
      expect(await recognizeFile(bytes)).toEqual({ contentType: `image/${format}`, width: 300, height: 200 })
    }
    // Reading the header of a large JPEG is enough.
    const noise = sharp(Buffer.from(Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * 7919) % 251)), {
      raw: { width: 1000, height: 1000, channels: 3 },
    })
    const large = await noise.jpeg({ quality: 95 }).toBuffer()
    expect(await recognizeFile(large.subarray(0, 100_000))).toMatchObject({ width: 1000, height: 1000 })
  })

  test('are completed by the last ones, where a film is described at its end', async () => {
    const film = mp4('isom', 64, [track(1280, 720)])
    const head = film.subarray(0, mp4Head().length)
    expect(await recognizeFile(head)).toMatchObject({ contentType: 'video/mp4', width: null })
    expect(await recognizeFile(head, film)).toMatchObject({ width: 1280, height: 720 })
  })

  test('say nothing where they are of no known type', async () => {
    for (const content of [
      '',
      'hello',
      '{"name":"a work"}',
      '[1,2]',
      '<?xml version="1.0"?><rss/>',
      '\0\0\0\0',
    ])
      expect(await recognizeFile(Buffer.from(content))).toBeNull()
  })

  test('unmask a picture that would be a bomb where it is decoded', async () => {
    const bomb = await recognizeFile(png(1, 1, [0, 0, 0], [60_000, 60_000]))
    expect(bomb === null ? null : hasTooManyPixels(bomb)).toBe(true)
    const photo = await recognizeFile(png(1, 1, [0, 0, 0], [9000, 7000]))
    expect(photo === null ? null : hasTooManyPixels(photo)).toBe(false)
  })

  test('are read in little time, whatever they are', async () => {
    const slow: string[] = []
    for (const { what, bytes } of sampleOf(hostileMedia, 16)) {
      const begin = process.cpuUsage()
      await recognizeFile(bytes.subarray(0, 256 * 1024))
      const { user, system } = process.cpuUsage(begin)
      if (user + system > 1_000_000) slow.push(what)
    }
    for (const bytes of slowDrawings) await recognizeFile(bytes)
    await recognizeFile(Buffer.from(`{${'"a":['.repeat(50_000)}`))
    await recognizeFile(Buffer.from(`<svg ${'a '.repeat(100_000)}`))
    await recognizeFile(Buffer.alloc(262_144, 'ispe'))
    await recognizeFile(Buffer.concat([mp4Head(), Buffer.alloc(262_144, 'tkhd')]))
    expect(slow).toEqual([])
  })
})
