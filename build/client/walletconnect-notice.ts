import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const walletConnectLicence = fileURLToPath(
  new URL('../../node_modules/@walletconnect/sign-client/LICENSE.md', import.meta.url),
)

/**
 * Adds the notice that the licence of the WalletConnect client requires in each copy (docs/walletconnect-licence.md).
 */
export function walletConnectNotice(): Plugin {
  return {
    name: 'opx-walletconnect-notice',
    apply: 'build',
    generateBundle() {
      const licence = readFileSync(walletConnectLicence, 'utf8')
      this.emitFile({
        type: 'asset',
        fileName: 'walletconnect-licence.txt',
        source: `Portions © 2025 Reown, Inc. All Rights Reserved\n\n${licence}`,
      })
    },
  }
}
