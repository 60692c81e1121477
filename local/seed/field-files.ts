/** Generates small files of many kinds, like those that works minted elsewhere contain besides pictures. */

const rate = 22_050

/** Encodes 8-bit samples as WAV. Source: RIFF, as in "Multimedia Programming Interface and Data Specifications 1.0". */
function encodeWav(samples: Buffer): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** Generates bells over water: four fading tones, `seconds` long. */
function createBells(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * rate)
  for (let at = 0; at < samples.length; at += 1) {
    const time = at / rate
    const fade = Math.exp(-3 * (time % 1))
    const tone = [220, 277.2, 329.6, 440][Math.floor(time) % 4] ?? 220
    samples[at] = 128 + Math.round(90 * fade * Math.sin(2 * Math.PI * tone * time))
  }
  return samples
}

export const soundFile = (): Buffer => encodeWav(createBells(4))

/**
 * Generates a sound file above 10 MB, which the page of a work loads only on request: the same four seconds, repeated.
 */
export function longSoundFile(): Buffer {
  const part = createBells(4)
  return encodeWav(
    Buffer.concat(Array.from({ length: Math.ceil((11 * 1024 * 1024) / part.length) }, () => part)),
  )
}

/** Generates a knot as GLB. Source: glTF 2.0 of the Khronos Group, 4.4. */
export function modelFile(): Buffer {
  const [rings, sides] = [160, 12]
  const positions: number[] = []
  const normals: number[] = []
  const createKnot = (angle: number): [number, number, number] => {
    const radius = 2 + Math.cos(1.5 * angle)
    return [radius * Math.cos(angle), radius * Math.sin(angle), Math.sin(1.5 * angle)]
  }
  for (let ring = 0; ring <= rings; ring += 1) {
    const angle = (ring / rings) * 4 * Math.PI
    const [x, y, z] = createKnot(angle)
    const nextPoint = createKnot(angle + 0.01)
    const [tx, ty, tz] = [nextPoint[0] - x, nextPoint[1] - y, nextPoint[2] - z]
    const long = Math.hypot(tx, ty, tz)
    // Two directions across the tube: away from the middle of the knot, and perpendicular to that.
    const axisDistance = Math.hypot(x, y)
    const [nx, ny, nz] = [x / axisDistance, y / axisDistance, 0]
    const [bx, by, bz] = [(ty * nz - tz * ny) / long, (tz * nx - tx * nz) / long, (tx * ny - ty * nx) / long]
    for (let side = 0; side <= sides; side += 1) {
      const around = (side / sides) * 2 * Math.PI
      const [cos, sin] = [Math.cos(around), Math.sin(around)]
      const normal = [cos * nx + sin * bx, cos * ny + sin * by, cos * nz + sin * bz]
      const length = Math.hypot(...normal)
      normals.push(...normal.map((value) => value / length))
      positions.push(x + 0.45 * (normal[0] ?? 0), y + 0.45 * (normal[1] ?? 0), z + 0.45 * (normal[2] ?? 0))
    }
  }
  const indices: number[] = []
  for (let ring = 0; ring < rings; ring += 1)
    for (let side = 0; side < sides; side += 1) {
      const first = ring * (sides + 1) + side
      const next = first + sides + 1
      indices.push(first, next, first + 1, next, next + 1, first + 1)
    }
  const parts = [
    Buffer.from(Float32Array.from(positions).buffer),
    Buffer.from(Float32Array.from(normals).buffer),
    Buffer.from(Uint16Array.from(indices).buffer),
  ]
  const [vertices, across, triangles] = parts.map(({ length }) => length)
  const bounds = (pick: (a: number, b: number) => number) =>
    [0, 1, 2].map((axis) => positions.filter((_, at) => at % 3 === axis).reduce(pick))
  const json = {
    asset: { version: '2.0', generator: 'OPX seed' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2, material: 0 }] }],
    materials: [
      {
        doubleSided: true,
        pbrMetallicRoughness: {
          baseColorFactor: [0.72, 0.48, 0.2, 1],
          metallicFactor: 0.85,
          roughnessFactor: 0.3,
        },
      },
    ],
    buffers: [{ byteLength: parts.reduce((sum, { length }) => sum + length, 0) }],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: vertices, target: 34962 },
      { buffer: 0, byteOffset: vertices, byteLength: across, target: 34962 },
      { buffer: 0, byteOffset: (vertices ?? 0) + (across ?? 0), byteLength: triangles, target: 34963 },
    ],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: positions.length / 3,
        type: 'VEC3',
        min: bounds((a, b) => Math.min(a, b)),
        max: bounds((a, b) => Math.max(a, b)),
      },
      { bufferView: 1, componentType: 5126, count: normals.length / 3, type: 'VEC3' },
      { bufferView: 2, componentType: 5123, count: indices.length, type: 'SCALAR' },
    ],
  }
  const chunk = (type: string, bytes: Buffer, filler: string) => {
    const data = Buffer.concat([bytes, Buffer.from(filler.repeat((4 - (bytes.length % 4)) % 4))])
    const head = Buffer.alloc(8)
    head.writeUInt32LE(data.length, 0)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, data])
  }
  const body = Buffer.concat([
    chunk('JSON', Buffer.from(JSON.stringify(json)), ' '),
    chunk('BIN\0', Buffer.concat(parts), '\0'),
  ])
  const head = Buffer.alloc(12)
  head.write('glTF', 0, 'latin1')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + body.length, 8)
  return Buffer.concat([head, body])
}

/**
 * Returns a work drawn by its own script: dots on a turning spiral that speed up near the pointer. It needs no other
 * file.
 */
export const htmlFile = (): Buffer =>
  Buffer.from(`<!doctype html>
<meta charset="utf-8">
<title>Sunflower clock</title>
<style>html,body{margin:0;height:100%;background:#14161c;overflow:hidden}canvas{display:block;width:100%;height:100%}</style>
<canvas></canvas>
<script>
const canvas = document.querySelector('canvas')
const pen = canvas.getContext('2d')
const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
let speed = 1
addEventListener('pointermove', (event) => { speed = 0.2 + (2 * event.clientX) / innerWidth })
let turn = 0
function draw() {
  const side = Math.min(innerWidth, innerHeight)
  canvas.width = innerWidth
  canvas.height = innerHeight
  pen.translate(innerWidth / 2, innerHeight / 2)
  for (let seed = 0; seed < 600; seed += 1) {
    const angle = seed * 2.39996 + turn * (1 + seed / 600)
    const away = Math.sqrt(seed / 600) * side * 0.45
    pen.fillStyle = 'hsl(' + (38 + 24 * Math.sin(seed / 40 + turn)) + ' 70% ' + (35 + (40 * seed) / 600) + '%)'
    pen.beginPath()
    pen.arc(away * Math.cos(angle), away * Math.sin(angle), 2 + side / 160, 0, 7)
    pen.fill()
  }
  if (calm) return
  turn += 0.004 * speed
  requestAnimationFrame(draw)
}
draw()
addEventListener('resize', () => { if (calm) draw() })
</script>
`)
