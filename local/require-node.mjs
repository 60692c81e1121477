// Preloaded by the npm scripts, because an old Node would fail on the first type annotation without a useful message.
// Plain JavaScript, so that every Node version can run it.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `OPX needs Node 22.18 or newer; this is ${process.version}. On Linux "npm ci" installs a suitable one for this project; on other systems install Node 24 from https://nodejs.org.`,
  )
  process.exit(1)
}
