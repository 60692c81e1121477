import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const startWith = (version: string) => {
  const fakeVersion = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
  return spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${fakeVersion}`,
      '--import',
      './local/require-node.mjs',
      '-e',
      'void 0',
    ],
    { encoding: 'utf8' },
  )
}

test('an old Node is refused with a message that says what to install', () => {
  const { status, stderr } = startWith('20.20.2')
  expect([status, stderr.trim().split('\n')]).toEqual([
    1,
    [expect.stringMatching(/^OPX needs Node 22\.18 or newer; .* install Node 24 from/)],
  ])
  expect(startWith('22.17.1').status).toBe(1)
  expect(startWith('22.18.0')).toMatchObject({ status: 0, stderr: '' })
})
