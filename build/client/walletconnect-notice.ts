import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../../node_modules/@walletconnect/sign-client/', import.meta.url))
/** Versions under the WalletConnect Community License have this file instead of `LICENSE`. */
const communityLicence = `${folder}LICENSE.md`

/** Adds the licence of the WalletConnect client in the build, with the notice that its newer licence requires. */
export function walletConnectNotice(): Plugin {
  return {
    name: 'opx-walletconnect-notice',
    apply: 'build',
    generateBundle() {
      const source = existsSync(communityLicence)
        ? `Portions © 2025 Reown, Inc. All Rights Reserved\n\n${readFileSync(communityLicence, 'utf8')}`
        : readFileSync(`${folder}LICENSE`, 'utf8')
      this.emitFile({ type: 'asset', fileName: 'walletconnect-licence.txt', source })
    },
  }
}
