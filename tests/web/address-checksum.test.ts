import { expect, test } from 'vitest'
import { isClassicAddress } from '#worker/ledger/addresses.ts'
import { checksumHolds } from '#web/features/collection-management/address-checksum.ts'

const genesis = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'

test('an address is looked at while it is typed as the server looks at it when it is saved', async () => {
  const right = [genesis, 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji']
  const mistyped = Array.from({ length: genesis.length - 1 }, (_, i) => {
    const letter = genesis[i + 1] === 'z' ? 'y' : 'z'
    return `${genesis.slice(0, i + 1)}${letter}${genesis.slice(i + 2)}`
  })
  const others = [
    `r${genesis}`,
    genesis.slice(0, -1),
    'rrrrrrrrrrrrrrrrrrrrrrrrrrrrr',
    `r${'z'.repeat(34)}`,
    'r0OIl',
  ]
  for (const address of right) expect(await checksumHolds(address)).toBe(true)
  for (const address of [...right, ...mistyped, ...others])
    expect([address, await checksumHolds(address)]).toEqual([address, isClassicAddress(address)])
})
