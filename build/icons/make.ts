import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

// `npm run icons` renders the icons of the installed app from the logo in web/public/favicon.svg.

const folder = path.resolve(import.meta.dirname, '..', '..', 'web', 'public')
const logo = await readFile(path.join(folder, 'favicon.svg'), 'utf8')
/**
 * Removes the round corners, because the system applies its own mask. The ring lies within the middle 80 %, which is
 * always visible. Source: w3.org/TR/appmanifest "Icon masks and safe zone".
 */
const square = logo.replace(/ rx="\d+"/, '')

async function draw(name: string, svg: string, size: number) {
  await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true })
    .toFile(path.join(folder, name))
}

await draw('icon-192.png', logo, 192)
await draw('icon-512.png', logo, 512)
await draw('icon-maskable.png', square, 512)
await draw('apple-touch-icon.png', square, 180)
